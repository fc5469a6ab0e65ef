// What the server says of itself.

export interface Example {
  ruleset: string;
  name: string;
  title: string;
  about: string;
}

export interface About {
  version: string;
  rulesets: { name: string; title: string; about: string; maps: boolean }[];
  examples: Example[];
  host: boolean;
  addresses: string[];
}

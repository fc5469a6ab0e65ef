// Reads the parts of JSON Schema that the server"s sheets and scenes use, for the form that builds an encounter.

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type Data = { [name: string]: Json };

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  description?: string;
  default?: Json;
  enum?: Json[];
  const?: Json;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: Schema[];
}

export type Kind = "text" | "number" | "flag" | "choice" | "list" | "map" | "object" | "either";

/** The schema behind references and "or nothing", with the description that stands nearest. */
export function plain(schema: Schema, defs: Record<string, Schema>): Schema {
  let one = schema;
  for (let deep = 0; deep < 20; deep += 1) {
    const parts = one.anyOf?.filter((part) => part.type !== "null");
    let next: Schema | undefined;
    if (one.$ref) next = defs[one.$ref.split("/").pop() ?? ""];
    else if (parts?.length === 1) next = parts[0];
    if (!next) return one;
    one = { ...next, description: schema.description ?? next.description, default: schema.default ?? next.default };
  }
  return one;
}

export function kindOf(schema: Schema): Kind {
  if (schema.enum) return "choice";
  if (schema.anyOf) return "either";
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "boolean") return "flag";
  if (schema.type === "array") return "list";
  if (schema.properties) return "object";
  if (schema.type === "object") return "map";
  return "text";
}

/** What a new one holds: the required parts of an object, else the least that will do. */
export function blank(schema: Schema, defs: Record<string, Schema>): Json {
  const one = plain(schema, defs);
  if (one.default !== undefined && one.default !== null && kindOf(one) !== "object") return one.default;
  switch (kindOf(one)) {
    case "choice":
      return one.enum?.[0] ?? "";
    case "either":
      return blank(one.anyOf?.[0] ?? {}, defs);
    case "number":
      return Math.max(one.minimum ?? 0, Math.min(0, one.maximum ?? 0));
    case "flag":
      return true;
    case "list":
      return [];
    case "map":
      return {};
    case "object":
      return Object.fromEntries(
        (one.required ?? []).map((name) => [name, blank(one.properties?.[name] ?? {}, defs)]),
      );
    default:
      return "";
  }
}

/** A key as people read it. */
export function humane(name: string): string {
  return name.replaceAll("_", " ");
}

/** Which alternative of an "either" a value is of. */
export function alternative(schema: Schema, value: Json, defs: Record<string, Schema>): number {
  const kinds: Kind[] =
    typeof value === "string"
      ? ["text", "choice"]
      : typeof value === "number"
        ? ["number"]
        : typeof value === "boolean"
          ? ["flag"]
          : Array.isArray(value)
            ? ["list"]
            : ["map", "object"];
  const found = (schema.anyOf ?? []).findIndex((part) => kinds.includes(kindOf(plain(part, defs))));
  return Math.max(found, 0);
}

export function isData(value: Json | undefined): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

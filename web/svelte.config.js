// How Svelte's files are read: TypeScript in them, runes everywhere. Read by Vite and by svelte-check.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  compilerOptions: { runes: true },
  preprocess: vitePreprocess(),
};

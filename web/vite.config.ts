// How the pages are built: into the Python package, as files of their own with hashed names and nothing inline, so that
// `default-src 'self'` holds. `npx vite dev` serves them as you write, with `certamen serve` behind it at CERTAMEN_PORT.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const behind = `http://127.0.0.1:${process.env.CERTAMEN_PORT ?? "8470"}`;

/** Three chunks: what all pages share, the table in play, the other pages. Many small ones compress a quarter worse. */
function chunk(id: string): string | undefined {
  if (/src\/parts\/(play|gm|map)\/|src\/pages\/(Play|Screen)|src\/parts\/(OfferForm|FieldInput|Odds)/.test(id)) return "play";
  if (/src\/pages\/|src\/parts\/([a-z]+\/|YamlText|FilePick|Masthead)/.test(id)) return "pages";
  return /node_modules|src\/(lib|parts)\//.test(id) ? "core" : undefined;
}

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/certamen/web/pages",
    emptyOutDir: true,
    rollupOptions: { output: { manualChunks: chunk } },
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    minify: "terser", // a tenth smaller than by default
    terserOptions: { compress: { passes: 2 } },
  },
  server: { proxy: { "/api": { target: behind, ws: true } } },
});

// How the pages are built: into the Python package, as files of their own with hashed names and nothing inline, so that
// `default-src 'self'` holds; all scripts in one, which a browser keeps: in parts they compress worse. `npx vite dev` serves them as you write, with `certamen serve` behind it at CERTAMEN_PORT.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const behind = `http://127.0.0.1:${process.env.CERTAMEN_PORT ?? "8470"}`;

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/certamen/web/pages",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    minify: "terser", // a tenth smaller than by default
    terserOptions: { compress: { passes: 2 } },
  },
  server: { proxy: { "/api": { target: behind, ws: true } } },
});

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server serves what is built here; while one works on the client, `npm run dev` asks a running server.
export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/tabiji/server/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8700', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
});

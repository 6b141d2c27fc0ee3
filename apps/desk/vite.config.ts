import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server has every path of the desk below /desk/, so that the paths of the API stay free. */
export default defineConfig({
  base: '/desk/',
  plugins: [react()],
  resolve: {
    // Its package has exports for outsiders, which name files of its own build.
    alias: {
      '@probity/ledger-verification': fileURLToPath(new URL('../../libs/ledger-verification', import.meta.url)),
    },
  },
  build: {
    outDir: '../../dist/apps/desk',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy of the page allows no content in addresses
    modulePreload: { polyfill: false }, // an inline script
    target: 'es2023',
    chunkSizeWarningLimit: 700, // in kB before compression
  },
});

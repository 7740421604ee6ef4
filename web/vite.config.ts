import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVICE = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react()],
  // `npm run portal:dev` shows changes at once; data comes from a service that runs beside it.
  server: { proxy: { '/portal/api': SERVICE } },
  build: {
    // Nothing may be inlined: the content security policy allows no inline script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first ones that know light-dark(), which both colour schemes are written with.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // How large a page may be is a test (test/browser/portal.test.ts).
    reportCompressedSize: false,
  },
});

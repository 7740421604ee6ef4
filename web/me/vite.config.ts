import { defineConfig } from 'vite';
import portal from '../vite.config.ts';

/**
 * The employee's page is a bundle of its own: people open it on their phones, once a month. It shares the portal's design
 * parts, with Preact in place of React, which alone would be larger than the whole page may be.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/me/',
  publicDir: false,
  resolve: {
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': 'preact/compat/client',
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  build: { ...portal.build },
});

/**
 * Builds the command `transit-push` as one file, with the reader of roster files and what that needs: a machine that sends a
 * file needs Node and this package. `tsc` builds the rest of the package.
 */
export default {
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/push/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    // The licences of the packages that are in the file.
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: { output: { entryFileNames: 'transit-push.js', codeSplitting: false } },
  },
};

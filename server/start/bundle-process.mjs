/**
 * Bundles one part of the product and ends: `bundle-process.mjs console FOLDER` or `server FOLDER`. Begun by `bundle.mjs` only.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ROOT } from './root.mjs';

const root = fileURLToPath(ROOT);

const PARTS = {
  /** @param {string} outDir */
  console: (outDir) => ({ build: { outDir, emptyOutDir: true, reportCompressedSize: false } }),
  /** @param {string} outDir */
  server: (outDir) => ({
    configFile: false,
    publicDir: false,
    plugins: [sourceAddresses()],
    build: {
      ssr: 'server/main.ts',
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' } },
    },
  }),
};

/** Lets `import.meta.url` go on naming the source: workers and pictures are found beside it, not beside the build. */
function sourceAddresses() {
  return {
    name: 'source-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.url') || !id.startsWith(root) || id.includes('node_modules')) return null;
      const source = JSON.stringify(`../../${relative(root, id).replaceAll('\\', '/')}`);
      return { code: code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`), map: null };
    },
  };
}

// The process that wanted it has gone.
const deserted = () => process.exit(1);
process.once('disconnect', deserted);
const [part, folder] = process.argv.slice(2);
await build({ root, logLevel: 'warn', ...PARTS[part](folder) });
process.off('disconnect', deserted);
process.disconnect();

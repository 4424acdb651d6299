/**
 * Bundles one part of the product and exits: `bundle-process.mjs console FOLDER` or `server FOLDER`. Started only by
 * `bundle.mjs`.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ROOT } from './root.mjs';

const root = fileURLToPath(ROOT);

const CONFIGS = {
  /** @param {string} outDir */
  console: (outDir) => ({ build: { outDir, emptyOutDir: true, reportCompressedSize: false } }),
  /** @param {string} outDir */
  server: (outDir) => ({
    configFile: false,
    publicDir: false,
    plugins: [keepSourceUrls()],
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

/** Makes `import.meta.url` refer to the source file, since workers and pictures are loaded relative to that, not to the build. */
function keepSourceUrls() {
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

// The parent process has ended.
const exitAsOrphan = () => process.exit(1);
process.once('disconnect', exitAsOrphan);
const [part, folder] = process.argv.slice(2);
await build({ root, logLevel: 'warn', ...CONFIGS[part](folder) });
process.off('disconnect', exitAsOrphan);
process.disconnect();

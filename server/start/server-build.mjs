import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparation } from '../../i18n/ru/preparation.mjs';
import { keepBuilt } from './kept-build.mjs';
import { ROOT } from './root.mjs';

/** What the server is built from. */
const SOURCES = ['server', 'resources', 'i18n', 'package.json', 'package-lock.json'];

/** The built server: importing it runs it. */
export const SERVER = new URL('dist/server/main.js', ROOT);

/**
 * Gathers the server's sources into a few plain JavaScript files in `dist/server` when they have changed: loading some
 * two hundred TypeScript files one by one takes a second of every start. Packages stay where they are.
 * @param {{ anew?: boolean }} options `anew`: build in any case
 * @throws Unprepared when the build fails
 */
export async function buildServer({ anew = false } = {}) {
  await keepBuilt({
    name: 'server',
    sources: SOURCES,
    anew,
    begin: preparation.buildingServer,
    done: preparation.serverBuilt,
    failed: preparation.serverBuildFailed,
    build: async (folder) => {
      const { build } = await import('vite');
      await build({
        root: fileURLToPath(ROOT),
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [sourceAddresses()],
        build: {
          ssr: 'server/main.ts',
          target: 'node20',
          outDir: fileURLToPath(folder),
          emptyOutDir: true,
          minify: false,
          rollupOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' } },
        },
      });
    },
  });
}

/** Lets `import.meta.url` go on naming the source: workers and pictures are found beside it, not beside the build. */
function sourceAddresses() {
  const root = fileURLToPath(ROOT);
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

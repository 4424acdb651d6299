import { fileURLToPath } from 'node:url';
import { preparation } from '../../i18n/ru/preparation.mjs';
import { keepBuilt } from './kept-build.mjs';
import { ROOT } from './root.mjs';

/** What the console is built from. */
const SOURCES = ['src', 'resources', 'i18n', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/**
 * Builds the console into `dist/console` when the build there is older than its sources.
 * @param {{ anew?: boolean }} options `anew`: build in any case
 * @throws Unprepared when the build fails
 */
export async function buildConsole({ anew = false } = {}) {
  await keepBuilt({
    name: 'console',
    sources: SOURCES,
    anew,
    begin: preparation.building,
    done: preparation.built,
    failed: preparation.buildFailed,
    build: async (folder) => {
      const { build } = await import('vite');
      await build({
        root: fileURLToPath(ROOT),
        logLevel: 'warn',
        build: { outDir: fileURLToPath(folder), emptyOutDir: true, reportCompressedSize: false },
      });
    },
  });
}

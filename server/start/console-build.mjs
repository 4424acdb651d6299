import { preparation } from '../../i18n/ru/preparation.mjs';
import { bundle } from './bundle.mjs';
import { keepBuilt } from './kept-build.mjs';

/** Sources of the console build; a change triggers a new build. */
const SOURCES = ['src', 'resources', 'i18n', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/**
 * Builds the console into `dist/console` if its sources have changed.
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
    build: (folder) => bundle('console', folder),
  });
}

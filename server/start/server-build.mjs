import { preparation } from '../../i18n/ru/preparation.mjs';
import { bundle } from './bundle.mjs';
import { keepBuilt } from './kept-build.mjs';
import { ROOT } from './root.mjs';

/** Sources of the server build; a change triggers a new build. */
const SOURCES = ['server', 'resources', 'i18n', 'package.json', 'package-lock.json'];

/** The built server: importing it runs it. */
export const SERVER = new URL('dist/server/main.js', ROOT);

/**
 * Bundles the server into a few JavaScript files in `dist/server` if its sources have changed, because loading hundreds of
 * TypeScript files takes a second of every start. Packages are not bundled.
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
    build: (folder) => bundle('server', folder),
  });
}

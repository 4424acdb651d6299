import { check, node } from './steps.mjs';

/** Checks of the sources that need no test run, in the order in which they are quickest to fail. */
async function lintAndRules() {
  await check('lint and format', () => node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'));
  await check('import rules', () =>
    node(
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '-c',
      'tests/dependency-cruiser.cjs',
      'src',
      'server',
      'resources',
      'i18n',
    ),
  );
  await check('no unused file, export or package', () => node('node_modules/knip/bin/knip.js', '--no-config-hints'));
  await check('regular expressions take linear time', async () => {
    const { slowRegexes } = await import('./regexes.mjs');
    const slow = await slowRegexes();
    if (slow.length) throw new Error(slow.join('\n'));
  });
  await check('one clock', async () => {
    const { otherClocks } = await import('./one-clock.mjs');
    const found = otherClocks();
    if (found.length) throw new Error(found.join('\n'));
  });
  await check('names say what they hold', async () => {
    const { vagueNames } = await import('./plain-names.mjs');
    const vague = vagueNames();
    if (vague.length) throw new Error(vague.join('\n'));
  });
  await check('what is cited is there', async () => {
    const { deadReferences } = await import('./references.mjs');
    const dead = deadReferences();
    if (dead.length) throw new Error(dead.join('\n'));
  });
}

/**
 * TypeScript 7, a native program, needs a quarter of the time of the version that lint and knip can read the sources by. It looks at
 * everything anew: with what it had found out last time it overlooks calls whose function has changed.
 */
const TYPES = ['-p', '.'];

/**
 * Looks at the sources: types on one core, everything else on the other.
 * @param {() => Promise<unknown>} alongside what the second core does when it has looked at them
 */
export function checkSources(alongside = async () => undefined) {
  const rest = async () => {
    await lintAndRules();
    return alongside();
  };
  return Promise.all([rest(), check('types', () => node('node_modules/typescript-7/bin/tsc', ...TYPES))]);
}

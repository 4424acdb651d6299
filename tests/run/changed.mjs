import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Browser tests of a part of the product, by the beginning of its path: names of files in tests/e2e, without `.test.ts`. */
export const BROWSER_TESTS = {
  'src/boot/': ['sign-in', 'access'],
  'src/shell/': ['shell', 'notices'],
  'src/app/': ['shell', 'another-person'],
  'src/engine/': ['cameras', 'employees', 'extra-section'],
  'src/engine/board/': ['tasks', 'board-by-keyboard'],
  'src/fields/': ['cameras', 'extra-section'],
  'src/ui/': ['cameras', 'shell'],
  'src/data/': ['sign-in', 'cameras'],
  'src/data/chat/': ['chat', 'silence'],
  'src/data/live/': ['silence'],
  'src/sections/auth/': ['access', 'sign-in'],
  'src/sections/chats/': ['chat'],
  'src/sections/notifications/': ['notices', 'alert'],
  'src/sections/avatar/': ['profile'],
  'src/sections/requests/': ['tasks'],
  'server/sections/requests/': ['tasks'],
  'server/chat/': ['chat'],
  'server/live/': ['notices', 'tasks'],
  'server/staging/': ['alert'],
  'server/access/': ['access', 'employees'],
  'resources/': ['cameras', 'extra-section'],
  'i18n/': ['shell'],
};

const E2E = 'tests/e2e';

/** Files that differ from `base`, committed or not, and those git does not know yet. */
export function changedFiles(base) {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(changed)].filter((file) => existsSync(file));
}

/**
 * The browser tests that a change touches: the test itself, those of the part of the product it lies in, and those that have
 * the name of its section.
 * @param {string[]} files
 * @returns {string[]} paths of test files
 */
export function browserTests(files) {
  const all = readdirSync(E2E).map((name) => name.replace('.test.ts', ''));
  const names = files.flatMap((file) => {
    if (file.startsWith(`${E2E}/`)) return [file.slice(E2E.length + 1).replace('.test.ts', '')];
    if (!/^(src|server|resources|i18n)\//.test(file)) return [];
    const [, section] = /^(?:src|server)\/sections\/([\w-]+)/.exec(file) ?? [];
    const [part] = Object.keys(BROWSER_TESTS)
      .filter((path) => file.startsWith(path))
      .sort((a, b) => b.length - a.length);
    return [...(section ? [section] : []), ...(part ? BROWSER_TESTS[part] : [])];
  });
  return [...new Set(names)].filter((name) => all.includes(name)).map((name) => join(E2E, `${name}.test.ts`));
}

/**
 * `npm run test:changed [-- COMMIT]`: every test that imports a changed file, and the browser tests of its section. What changed
 * is compared with the commit, `HEAD` unless given.
 */
async function main() {
  const { conclude, jest } = await import('./steps.mjs');
  const began = performance.now();
  const files = changedFiles(process.argv[2] ?? 'HEAD');
  const sources = files.filter((file) => /\.(tsx?|mjs|cjs|json)$/.test(file));
  const browser = browserTests(files);
  console.log(`${files.length} files changed${browser.length ? `; in the browser: ${browser.join(', ')}` : ''}\n`);
  if (sources.length) {
    const projects = ['--selectProjects', 'resources', 'server', 'alone', 'console'];
    await jest('what the change touches', [...projects, '--passWithNoTests', '--findRelatedTests', ...sources], {
      none: true,
    });
  }
  if (browser.length) {
    const { ensureChromium } = await import('./chromium.mjs');
    const { buildConsole } = await import('../../server/start/console-build.mjs');
    const { buildServer } = await import('../../server/start/server-build.mjs');
    await ensureChromium();
    await buildConsole();
    await buildServer();
    const wanted = ['--selectProjects', 'e2e', '--runTestsByPath', ...browser];
    await jest('its sections in a browser', wanted);
  }
  conclude(began);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

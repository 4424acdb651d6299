import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const runs = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where a program of one of these names lies on PATH. */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
}

/** The browser `playwright install chromium` fetched, when it did. */
async function playwrightsOwn() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/** An installed Chromium or Chrome: CHROMIUM_PATH, the usual names on PATH, the usual places, playwright's own. */
export async function findChromium() {
  const told = process.env.CHROMIUM_PATH;
  if (told) {
    if (!runs(told)) throw new Error(`CHROMIUM_PATH is ${told}, which is no program.`);
    return told;
  }
  return onPath(NAMES) ?? PLACES.find(runs) ?? (await playwrightsOwn());
}

/** Whether this process may install Debian packages. */
export function mayInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && Boolean(onPath(['apt-get']));
}

/** Installs Debian packages; the list of packages is brought up to date first, for a bare image has none. */
export function installPackages(...packages) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: environment };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

/**
 * A browser for the tests, installed when there is none.
 * @returns {Promise<string>} path of the program
 * @throws {Error} a sentence that says what was tried and what to do
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  const tried = ['CHROMIUM_PATH', NAMES.join(', ')];
  if (mayInstallPackages()) {
    tried.push('apt-get install chromium');
    try {
      installPackages('chromium', 'fonts-liberation');
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  if (!(await findChromium())) {
    tried.push('playwright-core install chromium');
    try {
      execFileSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
        stdio: 'inherit',
      });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  const installed = await findChromium();
  if (installed) return installed;
  throw new Error(
    `No Chromium or Chrome for the tests in a browser (tried ${tried.join('; ')}). Install one, or name it in CHROMIUM_PATH.`,
  );
}

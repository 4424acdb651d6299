import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without windows: it draws and runs pages the same way, and takes a third less of a machine's time. */
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
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

/** What tests run their pages in: the headless shell where it is installed, else what `findChromium` finds. */
export async function findTestBrowser() {
  return process.env.CHROMIUM_PATH ? findChromium() : (onPath(HEADLESS_NAMES) ?? (await findChromium()));
}

/** Whether this process may install Debian packages. */
export function mayInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && Boolean(onPath(['apt-get']));
}

/** How long the list of packages, and then the packages, may be on their way, ms. */
const FETCH_MS = 180_000;

/**
 * Installs Debian packages; the list of packages is brought up to date first, for a bare image has none.
 * @throws {Error} when a package cannot be had in time; nothing is changed then
 */
export function installPackages(...packages) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @type {import('node:child_process').ExecFileSyncOptions} */
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: environment };
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  execFileSync('apt-get', ['update', '-qq'], { ...options, timeout: FETCH_MS });
  execFileSync('apt-get', [...install, '--download-only'], { ...options, timeout: FETCH_MS });
  // What is there is installed to the end: half an installation is worse than none.
  execFileSync('apt-get', install, options);
}

/**
 * Browsers for the tests, installed when there are none: Chromium, and its headless shell where it can be had.
 * @returns {Promise<string>} path of the program that most tests run in
 * @throws {Error} a sentence that says what was tried and what to do
 */
export async function ensureChromium() {
  const chromium = await ensureFullChromium();
  if (process.env.CHROMIUM_PATH || onPath(HEADLESS_NAMES) || !mayInstallPackages()) return findTestBrowser();
  try {
    installPackages('chromium-headless-shell');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log(`No headless shell of Chromium could be installed; ${chromium} runs all tests, a third slower.`);
  }
  return findTestBrowser();
}

async function ensureFullChromium() {
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

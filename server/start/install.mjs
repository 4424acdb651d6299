import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { preparation } from '../../i18n/ru/preparation.mjs';
import { ROOT } from './root.mjs';
import { Unprepared } from './unprepared.mjs';

const LOCKFILE = new URL('package-lock.json', ROOT);
/** npm writes it last of all: when it is there, an installation has been finished. */
const INSTALLED = new URL('node_modules/.package-lock.json', ROOT);
/** Hash of the lockfile that was installed: a fresh time stamp alone (git, a copy) is no reason to install again. */
const STAMP = new URL('node_modules/.cache/upravdom/installed', ROOT);

/**
 * Installs the packages with `npm ci` when there are none or the lockfile is another one.
 * @throws Unprepared when npm fails
 */
export function installMissing() {
  const wanted = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
  if (isInstalled(wanted)) return;
  console.log(preparation.installing);
  // The console is built here, so its build tools are needed whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit'];
  const npm = process.env.npm_execpath;
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: ROOT, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Unprepared(preparation.installFailed);
  mkdirSync(new URL('.', STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}

function isInstalled(wanted) {
  if (!existsSync(INSTALLED)) return false;
  if (statSync(LOCKFILE).mtimeMs <= statSync(INSTALLED).mtimeMs) return true;
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
}

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { preparation } from '../../i18n/ru/preparation.mjs';
import { ROOT } from './root.mjs';
import { Unprepared } from './unprepared.mjs';

/** Hash of the lockfile that was installed: a fresh time stamp alone (git, a copy) is no reason to install again. */
const STAMP = 'node_modules/.cache/upravdom/installed';

/**
 * Installs the packages with `npm ci` when there are none or the lockfile is another one.
 * @param {URL} root the project's folder, with a slash at its end
 * @throws Unprepared when npm fails, and when `node_modules` only points at another folder: `npm ci` would empty that one
 */
export function installMissing(root = ROOT) {
  const wanted = createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', root)))
    .digest('hex');
  if (isInstalled(root, wanted)) return;
  if (isLink(new URL('node_modules', root))) throw new Unprepared(preparation.packagesAreLink);
  console.log(preparation.installing);
  // The console is built here, so its build tools are needed whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit'];
  const npm = process.env.npm_execpath;
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Unprepared(preparation.installFailed);
  const stamp = new URL(STAMP, root);
  mkdirSync(new URL('.', stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function isInstalled(root, wanted) {
  // npm writes it last of all: when it is there, an installation has been finished.
  const installed = new URL('node_modules/.package-lock.json', root);
  if (!existsSync(installed)) return false;
  if (statSync(new URL('package-lock.json', root)).mtimeMs <= statSync(installed).mtimeMs) return true;
  const stamp = new URL(STAMP, root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

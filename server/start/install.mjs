import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { preparation } from '../../i18n/ru/preparation.mjs';
import { ROOT } from './root.mjs';
import { Unprepared } from './unprepared.mjs';

/** File with the hash of the installed lockfile, since its time alone also changes by git or copying. */
const STAMP = 'node_modules/.cache/upravdom/installed';

/**
 * Installs the packages with `npm ci` if they are missing or the lockfile has changed.
 * @param {URL} root the project's folder, with a trailing slash
 * @throws Unprepared if npm fails, or if `node_modules` is a link, since `npm ci` would empty the linked folder
 */
export function installMissing(root = ROOT) {
  const lockfileHash = createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', root)))
    .digest('hex');
  if (isInstalled(root, lockfileHash)) return;
  if (isLink(new URL('node_modules', root))) throw new Unprepared(preparation.packagesAreLink);
  console.log(preparation.installing);
  // The console is built here, so dev dependencies are needed whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit'];
  const npm = process.env.npm_execpath;
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Unprepared(preparation.installFailed);
  const stamp = new URL(STAMP, root);
  mkdirSync(new URL('.', stamp), { recursive: true });
  writeFileSync(stamp, lockfileHash);
}

function isInstalled(root, lockfileHash) {
  // npm writes it last, so it proves a complete installation.
  const installed = new URL('node_modules/.package-lock.json', root);
  if (!existsSync(installed)) return false;
  if (statSync(new URL('package-lock.json', root)).mtimeMs <= statSync(installed).mtimeMs) return true;
  const stamp = new URL(STAMP, root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfileHash;
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

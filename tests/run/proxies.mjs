import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, mayInstallPackages } from './chromium.mjs';

/** The proxies of docs/deployment: a program by its name, and Debian's package of it. */
export const PROXIES = { nginx: 'nginx-light', caddy: 'caddy' };
/** Where Debian puts some of them, which is not on everybody's PATH. */
const DEBIAN = '/usr/sbin';

/** The program, or undefined when this machine has none. @param {keyof typeof PROXIES} name */
export function findProxy(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), DEBIAN];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** The same, with Debian's package installed when there is none and this process may install one. @param {keyof typeof PROXIES} name */
export function ensureProxy(name) {
  const found = findProxy(name);
  if (found || !mayInstallPackages()) return found;
  installPackages(PROXIES[name]);
  return findProxy(name);
}

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, mayInstallPackages } from './chromium.mjs';

/** Where Debian puts it, which is not on everybody's PATH. */
const DEBIAN = '/usr/sbin';

/** The program, or undefined when this machine has none. */
export function findNginx() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), DEBIAN];
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));
}

/** The same, with Debian's package installed when there is none and this process may install one. */
export function ensureNginx() {
  const found = findNginx();
  if (found || !mayInstallPackages()) return found;
  installPackages('nginx-light');
  return findNginx();
}

/** Installs the packages with `npm ci` when there are none or the lockfile is another one. */
export function installMissing(root?: URL): void;

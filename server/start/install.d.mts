/** Installs the packages with `npm ci` if they are missing or the lockfile has changed. */
export function installMissing(root?: URL): void;

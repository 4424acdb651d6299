import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Product version from `package.json`, as in CHANGELOG.md. */
export const VERSION = version;

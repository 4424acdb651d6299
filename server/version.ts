import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of the product, as `package.json` and CHANGELOG.md name it. */
export const VERSION = version;

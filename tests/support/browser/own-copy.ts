import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Files and folders that the product is made of. */
const PARTS = [
  'i18n',
  'index.html',
  'package-lock.json',
  'package.json',
  'public',
  'resources',
  'server',
  'src',
  'vite.config.ts',
];

/**
 * A copy of the product's sources with examples as folders of `resources/own/`, as an installation with code of its own has them.
 * It lies within the project, whose packages it finds above itself; npm's mark says that there is nothing to install.
 * @param names folders of `docs/examples`
 * @returns its folder, for the caller to remove
 */
export async function copyWithExamples(...names: readonly string[]): Promise<string> {
  const cache = join(ROOT, '.cache');
  await mkdir(cache, { recursive: true });
  const copy = await mkdtemp(join(cache, 'own-copy-'));
  for (const part of PARTS) await cp(join(ROOT, part), join(copy, part), { recursive: true });
  const mark = 'node_modules/.package-lock.json';
  await mkdir(join(copy, 'node_modules'));
  await cp(join(ROOT, mark), join(copy, mark));
  for (const name of names) {
    await cp(join(ROOT, 'docs/examples', name), join(copy, 'resources/own', name), { recursive: true });
  }
  return copy;
}

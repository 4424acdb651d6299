import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepAssets } from '#server/start/kept-build.mjs';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upravdom-build-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A build that has made these assets, each holding the build's name. */
async function build(name: string, assets: readonly string[]): Promise<URL> {
  await mkdir(join(folder, name, 'assets'), { recursive: true });
  for (const asset of assets) await writeFile(join(folder, name, 'assets', asset), name);
  return pathToFileURL(`${join(folder, name)}/`);
}
const assetsOf = async (name: string) => (await readdir(join(folder, name, 'assets'))).sort();

describe('a build that takes the place of another', () => {
  test('keeps what pages of the one before still ask for, and nothing older', async () => {
    const first = await build('first', ['list-a.js', 'same.js']);
    const second = await build('second', ['list-b.js', 'same.js']);
    keepAssets(first, second);
    expect(await assetsOf('second')).toEqual(['list-a.js', 'list-b.js', 'same.js']);
    // An asset that both made is the new one's.
    expect(await readFile(join(folder, 'second/assets/same.js'), 'utf8')).toBe('second');
    const third = await build('third', ['list-c.js']);
    keepAssets(second, third);
    expect(await assetsOf('third')).toEqual(['list-b.js', 'list-c.js', 'same.js']);
  });

  test('the first build ever keeps nothing', async () => {
    const first = await build('first', ['list-a.js']);
    keepAssets(pathToFileURL(`${join(folder, 'none')}/`), first);
    expect(await assetsOf('first')).toEqual(['list-a.js']);
  });
});

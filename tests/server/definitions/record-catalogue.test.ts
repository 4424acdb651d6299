import { mkdir, mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSectionHeader } from '#server/definitions/broken-text.ts';
import { combineDefinitions } from '#server/definitions/combine.ts';
import { Catalogue } from '#server/records/catalogue.ts';
import { importModules, toCandidates } from '#server/records/own-sections.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

let home: string;
let open: Catalogue | null = null;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'catalogue-'));
});
afterEach(async () => {
  await open?.close();
  open = null;
  await rm(home, { recursive: true, force: true });
});

const keys = (name = 'keys') => JSON.stringify({ ...keysDefinition(), name, section: name });
const names = (catalogue: Catalogue) => catalogue.extra.map(({ name }) => name).sort();

/** Follows a folder; `until` waits for a reading after which the test holds. */
async function followed(folder: string) {
  const catalogue = await Catalogue.open(folder);
  open = catalogue;
  const waiting = new Set<() => void>();
  const errors: unknown[] = [];
  catalogue.subscribe(() => {
    for (const look of [...waiting]) look();
  });
  await catalogue.watch((error) => errors.push(error));
  const until = (test: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!test()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { catalogue, until, errors };
}

describe('the folder of an installation', () => {
  test('a file that is added, changed, replaced by a rename and removed is followed', async () => {
    const folder = join(home, 'resources');
    await mkdir(folder);
    const { catalogue, until, errors } = await followed(folder);
    await writeFile(join(folder, 'keys.json'), keys());
    await until(() => names(catalogue).join() === 'keys');
    await writeFile(join(folder, 'next.tmp'), keys('locks'));
    await rename(join(folder, 'next.tmp'), join(folder, 'keys.json'));
    await until(() => names(catalogue).join() === 'locks');
    await unlink(join(folder, 'keys.json'));
    await until(() => names(catalogue).length === 0);
    expect(errors).toEqual([]);
  });

  test('a file that comes after the first reading and before changes are seen is not overlooked', async () => {
    const folder = join(home, 'resources');
    await mkdir(folder);
    const catalogue = await Catalogue.open(folder);
    open = catalogue;
    await writeFile(join(folder, 'keys.json'), keys());
    const errors: unknown[] = [];
    await catalogue.watch((error) => errors.push(error));
    expect([names(catalogue), errors]).toEqual([['keys'], []]);
  });

  test('one that is not there yet is followed once it comes', async () => {
    const folder = join(home, 'later', 'resources');
    const { catalogue, until, errors } = await followed(folder);
    expect(names(catalogue)).toEqual([]);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'keys.json'), keys());
    await until(() => names(catalogue).join() === 'keys');
    await rm(folder, { recursive: true });
    await until(() => names(catalogue).length === 0);
    await mkdir(folder);
    await writeFile(join(folder, 'keys.json'), keys('locks'));
    await until(() => names(catalogue).join() === 'locks');
    expect(errors).toEqual([]);
  });

  test('a file that breaks keeps what it said before, and says why', async () => {
    const folder = join(home, 'resources');
    await mkdir(folder);
    await writeFile(join(folder, 'keys.json'), keys());
    const { catalogue, until } = await followed(folder);
    await writeFile(join(folder, 'keys.json'), '{ "name": ');
    await until(() => catalogue.problems.length === 1);
    expect(names(catalogue)).toEqual(['keys']);
    await writeFile(join(folder, 'keys.json'), keys('locks'));
    await until(() => catalogue.problems.length === 0);
    expect(names(catalogue)).toEqual(['locks']);
  });

  test('readings that are asked for at once follow one another: the folder as it is last counts', async () => {
    const folder = join(home, 'resources');
    await mkdir(folder);
    const catalogue = await Catalogue.open(folder);
    open = catalogue;
    for (let round = 0; round < 20; round += 1) {
      await writeFile(join(folder, 'keys.json'), keys(`keys-${round}`));
      void catalogue.reload();
    }
    await catalogue.reload();
    expect(names(catalogue)).toEqual(['keys-19']);
  });
});

test('a folder with code of one’s own is a section by lying there, beside those of files; a mistake in it takes none down', async () => {
  const own = toCandidates(await importModules(new URL('../../../docs/examples/', import.meta.url)));
  const { sound, problems } = combineDefinitions(own);
  expect(problems).toEqual([]);
  const names = ['equipment', 'inspections'];
  expect(sound).toEqual(
    names.map((name) => ({
      file: `resources/own/${name}/definition.ts`,
      resource: expect.objectContaining({ name, generic: true }),
      written: expect.objectContaining({ name, generic: true }),
    })),
  );
  const spoilt = toCandidates({ '/resources/own/bad/definition.ts': { bad: { name: 'bad' } } });
  const beside = combineDefinitions([...spoilt, ...own]);
  expect(beside.sound.map(({ resource }) => resource.name)).toEqual(names);
  expect(beside.problems).toEqual([
    {
      file: 'resources/own/bad/definition.ts',
      name: 'bad',
      title: null,
      problems: expect.arrayContaining([expect.stringMatching(/words/)]),
    },
  ]);
  expect(await importModules(new URL('./nowhere/', import.meta.url))).toEqual({});
});

test('of a file that is no JSON any more name and place are read by their look; a mistake in one of them leaves the others', () => {
  const written = JSON.stringify({
    name: 'locks',
    area: 'settings',
    routes: { create: '/x', list: '/settings/locks' },
  });
  const said = { name: 'locks', title: null, path: '/settings/locks', area: 'settings' };
  expect(readSectionHeader(written.slice(0, -1))).toEqual(said);
  expect(readSectionHeader(written)).toEqual(said);
  const words = { plural: 'замки' };
  expect(
    readSectionHeader(JSON.stringify({ name: 'locks', words, area: 7, routes: { list: 'locks' }, menu: true })),
  ).toEqual({
    name: 'locks',
    title: 'Замки',
  });
  for (const source of ['{"name":"locks","routes":{"list":"//host"}}', '{"name":"locks","routes":{"list":"/a//b"},'])
    expect(readSectionHeader(source)).toEqual({ name: 'locks', title: null });
  expect(readSectionHeader(null)).toEqual({ name: null, title: null });
  expect(readSectionHeader('[1]')).toEqual({ name: null, title: null });
});

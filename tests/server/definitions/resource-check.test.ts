import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { checkFiles } from '#server/definitions/check.ts';
import { Catalogue } from '#server/records/catalogue.ts';
import { readFolder } from '#server/records/read-folder.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { EXTRA_DEFINITIONS } from '#tests/support/server/definitions.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upravdom-check-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Checks texts as files of these names. @returns the lines without the folder */
async function checked(files: Readonly<Record<string, string>>) {
  for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
  const { lines, bad } = await checkFiles(Object.keys(files).map((name) => join(folder, name)));
  return { lines: lines.map((line) => line.replace(join(folder, '/'), '')), bad };
}
const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const lineOf = (source: string, part: string) => source.slice(0, source.indexOf(part)).split('\n').length;

describe('resource:check', () => {
  test('a sound file is said to be sound', async () => {
    const { lines, bad } = await checked({ 'keys.json': pretty({ $schema: './schema.json', ...keysDefinition() }) });
    expect(bad).toBe(0);
    expect(lines).toEqual(['keys.json: ошибок нет, раздел «ключи»']);
  });

  test('names file, field, what was expected and the line', async () => {
    const draft = keysDefinition();
    Object.assign(draft.fields.label ?? {}, { min: '3' });
    const source = pretty(draft);
    const { lines, bad } = await checked({ 'keys.json': source });
    expect(bad).toBe(1);
    expect(lines).toEqual([
      `keys.json: fields.label.min: ожидается число, указано "3" (строка ${lineOf(source, '"min"')})`,
    ]);
  });

  test('what is missing is shown at what it is missing from', async () => {
    const draft = keysDefinition();
    delete (draft.words as Record<string, unknown>).many;
    const source = pretty(draft);
    const { lines } = await checked({ 'keys.json': source });
    expect(lines).toEqual([`keys.json: words.many: не указано, ожидается текст (строка ${lineOf(source, '"words"')})`]);
  });

  test('a key that stands twice is shown where it does the second time, and a wrong item at its own line', async () => {
    const twice = await checked({
      'twice.json': pretty(keysDefinition()).replace('"min": 3,', '"min": 3,\n      "min": 4,'),
    });
    const source = pretty(keysDefinition()).replace('"min": 3,', '"min": 3,\n      "min": 4,');
    expect(twice.lines).toEqual([
      `twice.json: fields.label.min: ключ «min» указан дважды (строка ${lineOf(source, '"min": 4')})`,
    ]);
    const draft = { ...keysDefinition(), list: { layout: 'table', columns: ['label', 'nowhere', 'place'] } };
    const { lines } = await checked({ 'keys.json': pretty({ ...draft, name: 'other', section: 'other' }) });
    expect(lines).toEqual([
      `keys.json: list.columns.1: поля «nowhere» нет в описании (строка ${lineOf(pretty(draft), '"nowhere"')})`,
    ]);
  });

  test('what is no JSON is shown where it stops being it, in Russian', async () => {
    const { lines } = await checked({
      'comma.json': '{\n  "name": "keys"\n  "section": "keys"\n}',
      'cut.json': '{\n  "name": "keys",\n',
      'empty.json': '',
    });
    expect(lines[0]).toMatch(/^comma\.json: .*это не JSON: неожиданный знак «"» в позиции 3 \(строка 3\)$/);
    expect(lines[1]).toMatch(/^cut\.json: .*обрывается/);
    expect(lines[2]).toMatch(/^empty\.json: .*обрывается/);
    expect(lines.join('\n')).not.toMatch(/Unexpected|expected/i);
  });

  test('a file that is not there is said so, and the others are checked', async () => {
    await writeFile(join(folder, 'keys.json'), pretty(keysDefinition()));
    const { lines, bad } = await checkFiles([join(folder, 'nothing.json'), join(folder, 'keys.json')]);
    expect(bad).toBe(1);
    expect(lines[0]).toContain('такого файла нет');
    expect(lines[1]).toContain('ошибок нет');
  });

  test('a name that another file has is told with that file', async () => {
    const { lines, bad } = await checked({ 'a.json': pretty(keysDefinition()), 'b.json': pretty(keysDefinition()) });
    expect(bad).toBe(1);
    expect(lines[1]).toMatch(/^b\.json: name: .*a\.json \(строка 2\)$/);
  });

  test('the server says the same when it starts, starts without it, and says it when it reads the folder', async () => {
    const draft = keysDefinition();
    Object.assign(draft.fields.label ?? {}, { min: '3' });
    const { lines } = await checked({ 'keys.json': pretty(draft) });
    const [said = ''] = lines;
    const catalogue = await Catalogue.open(folder);
    expect(catalogue.extra).toEqual([]);
    const problems = [{ file: 'keys.json', name: 'keys', title: 'Ключи', problems: [said.replace('keys.json: ', '')] }];
    expect(catalogue.problems).toEqual(problems);
    expect((await readFolder(folder)).problems).toEqual(problems);
  });

  test('what the server leaves out beside its neighbours is told of the file that it leaves out', async () => {
    const pointing = (name: string, to: string) => ({
      ...keysDefinition(),
      name,
      section: name,
      fields: { ...keysDefinition().fields, other: { kind: 'reference', label: 'Другой', to } },
    });
    const files = {
      'a.json': pretty(pointing('first', 'second')),
      'b.json': pretty(pointing('second', 'third')),
      'c.json': pretty({ ...keysDefinition(), name: 'fourth', section: 'fourth' }),
      'd.json': pretty({ ...keysDefinition(), name: 'fourth', section: 'fourth' }),
    };
    for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
    const { problems } = await readFolder(folder);
    for (const name of Object.keys(files)) {
      const { lines } = await checkFiles([join(folder, name)]);
      const wrong = problems.find(({ file }) => file === name)?.problems;
      const fine = [expect.stringContaining('ошибок нет')];
      const said = lines.map((line) => line.replace(join(folder, `${name}: `), '').replaceAll(join(folder, '/'), ''));
      expect(said).toEqual(wrong ?? fine);
    }
    expect(problems.map(({ file }) => file).sort()).toEqual(['a.json', 'b.json', 'd.json']);
  });
});

/** Every place of a definition, as the way to it. */
function waysOf(value: unknown, above: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...above, key], ...waysOf(inner, [...above, key])]);
}

/** A value that stands nowhere in a definition, whatever the place asks for. */
const WRONG: readonly unknown[] = [null, { surprise: 1 }, [[]], -7.5, 'Ъ'.repeat(20_001), '', ['constructor']];

/** A copy with one random mistake: a key that nobody knows, or a wrong value in some place. */
function spoilt(definition: object, pick: number, wrong: number, asKey: boolean): object {
  const copy = structuredClone(definition);
  const ways = waysOf(copy).filter(([first]) => first !== '$schema');
  const way = ways[pick % ways.length] ?? [];
  const last = way.at(-1) ?? '';
  const holder = way.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, copy);
  if (asKey && !Array.isArray(holder) && way[0] !== 'fields') Reflect.set(holder, 'surprise', 1);
  else Reflect.set(holder, last, WRONG[wrong % WRONG.length]);
  return copy;
}

test('two hundred definitions with one random mistake each are read without a crash, and explained', async () => {
  const definitions = [keysDefinition(), ...Object.values(EXTRA_DEFINITIONS)];
  let explained = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      fc.constantFrom(...definitions),
      async (pick, wrong, key, of) => {
        const { lines, bad } = await checked({ 'one.json': pretty(spoilt(of, pick, wrong, key)) });
        expect(lines.length).toBeGreaterThan(0);
        // A sentence each, with its line, and nothing left untranslated; a text may hold any text («Гость» may be empty).
        for (const line of lines) {
          expect(line).not.toMatch(/definitions\.|%\{|undefined|\[object/);
          expect(line).toMatch(bad ? /^one\.json: .+: .+ \(строка \d+\)$/ : /ошибок нет/);
        }
        explained += bad;
      },
    ),
    { numRuns: 200 },
  );
  expect(explained).toBeGreaterThan(150);
});

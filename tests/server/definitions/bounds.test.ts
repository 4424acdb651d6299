import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFiles } from '#server/definitions/check.ts';
import { combineDefinitions, textCandidate } from '#server/definitions/combine.ts';
import { readFolder } from '#server/records/read-folder.ts';
import { cpuTime } from '#tests/support/cpu.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const fieldsOf = (count: number, one: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, one]));

/** The result of checking a text. */
const problemsOf = (source: string) =>
  combineDefinitions([textCandidate('keys.json', source)]).problems.flatMap((file) => file.problems);

describe('the bounds of a definition', () => {
  test('500 fields are taken, one more is refused with its place', () => {
    const draft = keysDefinition();
    const own = Object.keys(draft.fields).length;
    const withFields = (count: number) =>
      pretty({ ...draft, fields: { ...draft.fields, ...fieldsOf(count - own, { kind: 'text', label: 'Поле' }) } });
    expect(problemsOf(withFields(500))).toEqual([]);
    const source = withFields(501);
    const line = source.slice(0, source.indexOf('"fields"')).split('\n').length;
    expect(problemsOf(source)).toEqual([`fields: полей 501, а можно не больше 500 (строка ${line})`]);
  });

  test('a text of more than 512 KB and one of endless depth are refused before they are read', () => {
    expect(problemsOf(`${pretty(keysDefinition())}${' '.repeat(524_288)}`)).toEqual([
      '(всё описание): файл больше 512 КБ',
    ]);
    const deep = '(всё описание): вложенность глубже 32 уровней';
    expect(problemsOf(`{\n"name": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`)).toEqual([`${deep} (строка 2)`]);
    expect(problemsOf(`{"words": ${'{"a":'.repeat(60_000)}`)).toEqual([`${deep} (строка 1)`]);
    expect(problemsOf(pretty({ ...keysDefinition(), menu: '['.repeat(100) }))).toHaveLength(1);
  });

  test('a large file in a folder is not read at all', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upravdom-bounds-'));
    try {
      const file = join(folder, 'keys.json');
      await writeFile(file, `${pretty(keysDefinition())}${' '.repeat(524_288)}`);
      const { lines } = await checkFiles([file]);
      expect(lines).toEqual([`${file}: (всё описание): файл больше 512 КБ`]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a file in another encoding is refused, and a hidden one is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upravdom-encodings-'));
    try {
      const text = pretty(keysDefinition());
      // «ключ» in Windows-1251.
      const [before = '', after = ''] = text.replace('"ключ"', '"|"').split('|');
      const cp1251 = Buffer.concat([Buffer.from(before), Buffer.from([0xea, 0xeb, 0xfe, 0xf7]), Buffer.from(after)]);
      await writeFile(join(folder, 'keys.json'), cp1251);
      await writeFile(join(folder, '._keys.json'), text);
      const { sound, problems } = await readFolder(folder);
      expect(sound.map(({ file }) => file)).not.toContain('._keys.json');
      expect(problems).toMatchObject([
        { file: 'keys.json', problems: ['(всё описание): файл не в кодировке UTF-8. Сохраните его в UTF-8'] },
      ]);
      await writeFile(join(folder, 'keys.json'), `\uFEFF${text}`);
      expect((await readFolder(folder)).problems).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('of many mistakes the first hundred are told, and how many are left', () => {
    const draft = keysDefinition();
    const wrong = pretty({ ...draft, fields: fieldsOf(200, { kind: 'text', min: 'a' }) });
    const told = problemsOf(wrong);
    expect(told).toHaveLength(101);
    expect(told.at(-1)).toBe('…и ещё ошибок: 100');
    const keys = problemsOf(pretty({ ...draft, ...fieldsOf(1_000, {}) }));
    expect(keys).toEqual([expect.stringMatching(/неизвестные ключи: f0, f1, .*f9, …/)]);
  });

  test.each<[what: string, source: () => string]>([
    [
      'fields with mistakes',
      () => pretty({ ...keysDefinition(), fields: fieldsOf(20_000, { kind: 'text', min: 'a' }) }),
    ],
    ['keys that stand twice', () => `{${'"a":1,'.repeat(60_000)}"a":1}`],
    ['unknown keys', () => `{${Array.from({ length: 30_000 }, (_, at) => `"a${at}":1`).join()}}`],
    [
      'options that stand twice',
      () => {
        const options = Array.from({ length: 8_000 }, () => ({ value: 'a', label: 'б' }));
        return JSON.stringify({ ...keysDefinition(), fields: { a: { kind: 'choice', options } } });
      },
    ],
  ])('thousands of %s take no minutes', async (_, source) => {
    const text = source();
    expect(await cpuTime(() => problemsOf(text))).toBeLessThan(6_000);
  });
});

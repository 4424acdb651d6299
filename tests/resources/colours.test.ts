import { readFile } from 'node:fs/promises';
import { optionHelp } from '#i18n/definition-option-texts.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import { COLOURS, MARKS } from '#resources/language/colours.ts';

const GUIDES = ['docs/section-author.md', 'docs/fields.md'];

/** The part of a page below a heading, up to the next one of its rank. */
const partOf = (page: string, heading: string): string =>
  (page.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0] ?? '';

/** Words in backquotes in the first column of a table. */
const tokensIn = (part: string): string[] =>
  part.split('\n').flatMap((line) => {
    const [, first = ''] = /^\| (`.*?) \|/.exec(line) ?? [];
    return [...first.matchAll(/`([^`]+)`/g)].map(([, token = '']) => token).filter((token) => token !== 'mark');
  });

test.each(GUIDES)('%s names every colour of states and rows, and every token of a mark, and no other', async (file) => {
  const page = await readFile(file, 'utf8');
  const part = partOf(page, file.endsWith('fields.md') ? 'Цвета' : 'Colours');
  const [colours = '', marks = ''] = part.split(/The `mark`|`choice`/);
  const named = [...colours.matchAll(/`([a-z]+)`/g)].map(([, word]) => word).filter((word) => word !== 'colours');
  expect(named).toEqual([...COLOURS]);
  expect(tokensIn(marks).sort()).toEqual([...MARKS].sort());
});

test('the references name them too', async () => {
  for (const file of ['docs/definition-reference.md', 'docs/definition-reference.ru.md']) {
    const page = await readFile(file, 'utf8');
    const line = page.split('\n').find((one) => one.startsWith('| `options[].mark`')) ?? '';
    expect(MARKS.filter((mark) => !new RegExp(`[ \`]${mark}[,.\` ]`).test(line))).toEqual([]);
  }
  expect(optionHelp('mark', 'options')?.split(': ')[1]?.split(', ')).toEqual([...MARKS]);
});

test('each mark is a colour of both themes, may be written, and those of the product are among them', async () => {
  const [, light = '', dark = ''] = (await readFile('src/app/tokens.css', 'utf8')).split(
    /:root \{|\[data-theme="dark"\] \{/,
  );
  for (const theme of [light, dark]) {
    expect(MARKS.filter((mark) => !new RegExp(`\n  --${mark}: #[0-9a-f]{6};`).test(theme))).toEqual([]);
  }
  const used = BUILT_IN.flatMap(({ fields }) => Object.values(fields)).flatMap((field) =>
    field.kind === 'choice' ? field.options.flatMap(({ mark }) => mark ?? []) : [],
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((mark) => !(MARKS as readonly string[]).includes(mark))).toEqual([]);
});

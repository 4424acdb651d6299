// Runs in test:all alone: a list of the largest size.
import type { WorkerReply } from '#console/engine/import/worker-messages.ts';
import { createResidentSession } from '#console/sections/import/resident-session.ts';
import { BYTES, IMPORT, TEXT } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { checkLine } from '#resources/rules/import/checks.ts';
import { type ImportUnit, indexUnits } from '#resources/rules/import/names.ts';
import { readImportTable } from '#resources/rules/import/table.ts';
import { CONVERT, signedInToImport } from '#tests/support/console/imports.tsx';
import type { Reply } from '#tests/support/console/server.ts';

/** What the next book says; how books are read is tested with the bytes of books. */
const mockBook: { rows: string[][] } = { rows: [] };
jest.mock('#resources/rules/import/workbook.ts', () => ({
  readWorkbook: async () => ({ rows: mockBook.rows, numbers: mockBook.rows.map((_, at) => at + 1) }),
}));

const UNITS: ImportUnit[] = [
  { id: 148, unit_type: 'flat', label: '48' },
  { id: 149, unit_type: 'flat', label: '49' },
  { id: 113, unit_type: 'flat', label: '013' },
];
const ROWS = 30_000;
/** A name far too long: few rows make a large list. */
const HUGE = 'Ы'.repeat(1500);
const FEW = 2000;
const LONG = 'Ы'.repeat(TEXT.personName.max);
/** A list of so many rows with names as long as they may be; the last of them has the telephone of the first. */
const longList = (rows: number, name = LONG) => {
  const lines = Array.from({ length: rows }, (_, at) => `48;${name};${name};8${9_160_000_000 + (at % (rows - 1))}`);
  return new Blob(['\ufeffКвартира;Фамилия;Имя;Телефон\r\n\r\n', lines.join('\r\n')]);
};

/** A server that reads and checks each part; @returns what was sent of each. */
function partServer(before: () => Reply | null = () => null) {
  const server = signedInToImport([]);
  const parts: { name: string; size: number }[] = [];
  server.answer(CONVERT, async ({ body }) => {
    const file = (body as FormData).get('file') as File;
    parts.push({ name: file.name, size: file.size });
    const refused = before();
    if (refused) return refused;
    const { lines } = await readImportTable(new Uint8Array(await file.arrayBuffer()), { encoding: 'utf-8' });
    const units = indexUnits(UNITS);
    return { json: lines.map((line) => checkLine(line, units)) };
  });
  return parts;
}

/** Opens and checks a file. @returns its rows, and how far the check had come after each part */
async function checkFile(file: Blob, fileName = 'list.csv') {
  const desk = createResidentSession();
  await desk.run({ id: 1, task: 'open', ask: { file } }, () => undefined);
  const rows: ImportRow[] = [];
  const steps: string[] = [];
  const ask = { building: 3, fileName, token: null, sent: [] };
  await desk.run({ id: 2, task: 'check', ask }, (told: WorkerReply<ImportRow>) => {
    if (told.event === 'rows') for (const row of told.rows) rows.push(row);
    if (told.event === 'checked') steps.push(`${told.done} / ${told.total}`);
  });
  return { rows, steps };
}

it('IMPORT-04 a list too large for one call is checked in parts, none of which is larger than the server takes', async () => {
  const parts = partServer();
  const file = longList(ROWS);
  expect(file.size).toBeGreaterThan(BYTES.attachment);
  const { rows, steps } = await checkFile(file);
  expect(parts).toHaveLength(3);
  expect(Math.max(...parts.map(({ size }) => size))).toBeLessThanOrEqual(BYTES.attachment);
  // After each part one is told how far it is.
  expect(steps).toHaveLength(3);
  expect(steps.at(-1)).toBe(`${ROWS} / ${ROWS}`);
  // An empty row stands below the headings: rows keep the numbers they have in the file, over all its parts.
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, at) => at + 3));
  expect(rows.filter(({ errors }) => errors.length)).toMatchObject([
    { row: ROWS + 2, phone_number: '+79160000000', errors: ['ALREADY_EXIST_PHONE'] },
  ]);
});

it('IMPORT-04 a part that the server did not answer is checked once more, those before it are not; a refusal is told', async () => {
  const answers: (Reply | null)[] = [null, { status: 503, json: {} }];
  const parts = partServer(() => answers.shift() ?? null);
  const { rows, steps } = await checkFile(longList(FEW, HUGE));
  expect([parts.length, steps.length, rows.length]).toEqual([4, 3, FEW]);

  for (const [status, calls] of [
    [503, 2],
    [403, 1],
  ] as const) {
    const refused = partServer(() => ({ status, json: {} }));
    await expect(checkFile(longList(FEW, HUGE))).rejects.toMatchObject({ failure: { status } });
    expect(refused).toHaveLength(calls);
  }
});

it('IMPORT-06 a large book is checked in parts, which are lists; quotes, delimiters and line breaks stay in their cells', async () => {
  const odd = ['О"Нил; мл.', 'Анна, Мария', 'Ли\nна', '"Ян"', ';', '""'];
  const names = Array.from({ length: FEW }, (_, at) => odd[at] ?? HUGE);
  mockBook.rows = [
    ['Квартира', 'Фамилия', 'Имя', 'Телефон'],
    ...names.map((name, at) => ['48', name, HUGE, String(89_160_000_000 + at)]),
  ];
  const parts = partServer();
  const { rows } = await checkFile(new Blob(['PK\u0003\u0004', ' '.repeat(BYTES.attachment)]), 'жильцы.xlsx');
  expect(parts.map(({ name }) => name)).toEqual(['list.csv', 'list.csv', 'list.csv']);
  expect(rows.map(({ row }) => row)).toEqual(names.map((_, at) => at + 2));
  expect(rows.slice(0, odd.length).map(({ last_name }) => last_name.replace('\n', ' '))).toEqual(
    odd.map((name) => name.replace('\n', ' ')),
  );
});

it('IMPORT-06 the limit has room for all the rows that a list may have, with names as long as they may be, in any encoding', () => {
  const letters = `0001;${LONG};${LONG};+7 (916) 000-00-00\r\n`.length * IMPORT.rows;
  expect(2 * letters).toBeLessThan(IMPORT.file);
});

it('IMPORT-06 a file above the limit is refused before it is read, with the limit', async () => {
  const file = { size: IMPORT.file + 1 } as Blob;
  await expect(
    createResidentSession().run({ id: 1, task: 'open', ask: { file } }, () => undefined),
  ).rejects.toMatchObject({
    problem: 'tooLarge',
    params: { megabytes: 60 },
  });
});

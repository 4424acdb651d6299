import { ImportDesk } from '#console/sections/import/import-desk.ts';
import type { Told } from '#console/sections/import/talk.ts';
import { checkLine } from '#resources/import-checks.ts';
import { readImportTable } from '#resources/import-table.ts';
import { type ImportUnit, unitsByKey } from '#resources/import-units.ts';
import { BYTES, IMPORT, TEXT } from '#resources/limits.ts';
import type { ImportRow } from '#resources/protocol/import.ts';
import { CONVERT, signedInToImport } from '#tests/support/console/imports.tsx';

const UNITS: ImportUnit[] = [
  { id: 148, unit_type: 'flat', label: '48' },
  { id: 149, unit_type: 'flat', label: '49' },
  { id: 113, unit_type: 'flat', label: '013' },
];
const ROWS = 30_000;
const LONG = 'Ы'.repeat(TEXT.personName.max);
/** A list of so many rows with names as long as they may be; the last of them has the telephone of the first. */
const longList = (rows: number) => {
  const lines = Array.from({ length: rows }, (_, at) => `48;${LONG};${LONG};8${9_160_000_000 + (at % (rows - 1))}`);
  return new Blob(['\ufeffКвартира;Фамилия;Имя;Телефон\r\n\r\n', lines.join('\r\n')]);
};

it('IMPORT-04 a list too large for one call is checked in parts, none of which is larger than the server takes', async () => {
  const server = signedInToImport([]);
  const sizes: number[] = [];
  server.answer(CONVERT, async ({ body }) => {
    const file = (body as FormData).get('file') as File;
    sizes.push(file.size);
    const { lines } = await readImportTable(new Uint8Array(await file.arrayBuffer()), { encoding: 'utf-8' });
    const units = unitsByKey(UNITS);
    return { json: lines.map((line) => checkLine(line, units)) };
  });
  const desk = new ImportDesk();
  const file = longList(ROWS);
  expect(file.size).toBeGreaterThan(BYTES.attachment);
  const quiet = () => undefined;
  expect(await desk.run({ id: 1, task: 'open', ask: { file } }, quiet)).toMatchObject({ rows: ROWS });

  const rows: ImportRow[] = [];
  const ask = { building: 3, fileName: 'list.csv', token: null };
  await desk.run({ id: 2, task: 'check', ask }, (told: Told) => {
    if (told.event === 'rows') for (const row of told.rows) rows.push(row);
  });
  expect(sizes).toHaveLength(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(BYTES.attachment);
  // An empty row stands below the headings: rows keep the numbers they have in the file, over all its parts.
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, at) => at + 3));
  expect(rows.filter(({ errors }) => errors.length)).toMatchObject([
    { row: ROWS + 2, phone_number: '+79160000000', errors: ['ALREADY_EXIST_PHONE'] },
  ]);
});

it('IMPORT-06 the limit has room for all the rows that a list may have, with names as long as they may be, in any encoding', () => {
  const letters = `0001;${LONG};${LONG};+7 (916) 000-00-00\r\n`.length * IMPORT.rows;
  expect(2 * letters).toBeLessThan(IMPORT.file);
});

it('IMPORT-06 a file above the limit is refused before it is read, with the limit', async () => {
  const file = { size: IMPORT.file + 1 } as Blob;
  await expect(new ImportDesk().run({ id: 1, task: 'open', ask: { file } }, () => undefined)).rejects.toMatchObject({
    problem: 'tooLarge',
    params: { megabytes: 60 },
  });
});

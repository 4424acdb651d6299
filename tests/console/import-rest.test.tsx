import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { restOf } from '#console/sections/import/rest.ts';
import { readImportTable } from '#resources/import-table.ts';
import { chooseFile, listFile, openImport, row, signedInToImport } from '#tests/support/console/imports.tsx';
import { inUtf8, inUtf16 } from '#tests/support/import/files.ts';

const HEADINGS = ['Телефон', 'Квартира', 'Имя', 'Фамилия', 'Примечание'];
const CELLS = ['89162041538', '901', 'Вера', 'Лапина', '=1+1'];
const WRONG = {
  id: null,
  label: '901',
  first_name: 'Вера',
  last_name: 'Лапина',
  phone_number: '+79162041538',
  errors: ['UNAVAILABLE_UNIT' as const],
};
const WHY = 'Такого помещения в этом доме нет или оно вам недоступно';

const lines = (rows: string[][], delimiter: string) => rows.map((cells) => `${cells.join(delimiter)}\r\n`).join('');
/** A file with this delimiter, as the office wrote it. */
const written = (delimiter: string) => lines([HEADINGS, CELLS], delimiter);
/** What is left of it, as it is downloaded: a formula is made harmless, every row has its reason. */
const left = (delimiter: string) =>
  lines(
    [
      [...HEADINGS, 'Причина'],
      ['+79162041538', '901', 'Вера', 'Лапина', "'=1+1", WHY],
    ],
    delimiter,
  );

it.each<[string, string, Uint8Array, Uint8Array]>([
  ['a comma and UTF-8 with its mark', 'a.csv', inUtf8(written(','), true), inUtf8(left(','), true)],
  ['a comma and UTF-8 without its mark', 'a.csv', inUtf8(written(',')), inUtf8(left(','))],
  ['a tab and UTF-16', 'a.txt', inUtf16(written('\t')), inUtf16(left('\t'))],
  ['a tab and UTF-16 the other way round', 'a.txt', inUtf16(written('\t'), true), inUtf16(left('\t'), true)],
])('IMPORT-06 the rest of a file is downloaded as it was: %s', async (_what, name, bytes, rest) => {
  signedInToImport([row(2, WRONG)]);
  openImport();
  await chooseFile(listFile(Uint8Array.from(bytes), name));
  await screen.findByText(`${name}, 1 строка`);
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  const saved: Blob[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  try {
    await userEvent.click(await screen.findByRole('button', { name: 'Скачать строки с ошибками' }));
    await waitFor(() => expect(saved).toHaveLength(1));
  } finally {
    click.mockRestore();
    Object.assign(URL, { createObjectURL, revokeObjectURL });
  }
  const got = await (saved[0] as Blob).arrayBuffer();
  expect(Buffer.from(got).toString('hex')).toBe(Buffer.from(rest).toString('hex'));
});

it('IMPORT-06 the rest of a workbook, which has no encoding of its own, is a file that a Russian Excel opens', async () => {
  const table = { ...(await readImportTable(inUtf8(written(',')))), reading: null };
  const rest = restOf(table, [row(2, WRONG)], () => WHY);
  expect(Buffer.from(rest).toString('hex')).toBe(Buffer.from(inUtf8(left(';'), true)).toString('hex'));
});

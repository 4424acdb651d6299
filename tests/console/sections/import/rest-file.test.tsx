import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeRestFile } from '#console/sections/import/rest-file.ts';
import { readImportTable } from '#resources/rules/import/table.ts';
import { chooseFile, listFile, openImport, row, signedInToImport } from '#tests/support/console/imports.tsx';
import { inCp866, inKoi8, inUtf8, inUtf16 } from '#tests/support/import/files.ts';

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
/** What is left of it, as it is downloaded: no spreadsheet changes a number or runs a formula, every row has its reason. */
const left = (delimiter: string) =>
  lines(
    [
      [...HEADINGS, 'Причина'],
      ['"=""+79162041538"""', '901', 'Вера', 'Лапина', "'=1+1", WHY],
    ],
    delimiter,
  );

/** Files that would be saved, until everything is as it was. */
function catchDownloads() {
  const saved: Blob[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const restore = () => {
    click.mockRestore();
    Object.assign(URL, { createObjectURL, revokeObjectURL });
  };
  return { saved, restore };
}

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
  const { saved, restore } = catchDownloads();
  try {
    await userEvent.click(await screen.findByRole('button', { name: 'Скачать строки с ошибками' }));
    await waitFor(() => expect(saved).toHaveLength(1));
  } finally {
    restore();
  }
  const got = await (saved[0] as Blob).arrayBuffer();
  expect(Buffer.from(got).toString('hex')).toBe(Buffer.from(rest).toString('hex'));
});

it('IMPORT-06 the rest of a workbook, which has no encoding of its own, is a file that a Russian Excel opens', async () => {
  const table = { ...(await readImportTable(inUtf8(written(',')))), reading: null };
  const { bytes } = makeRestFile(table, [row(2, WRONG)], () => WHY);
  expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(inUtf8(left(';'), true)).toString('hex'));
});

it('IMPORT-06 the rest loads again as it was, and once more, whatever Excel makes of such cells', async () => {
  const CELLS = ['"=""007"""', "'12/1", '1-2', '=1+1', '12 апр'];
  const table = await readImportTable(inUtf8(lines([HEADINGS.toSpliced(4, 1, 'Метка'), CELLS], ';')));
  const wrong = { ...WRONG, phone_number: '007', label: '12/1', first_name: '1-2', last_name: '=1+1' };
  const { bytes } = makeRestFile(table, [row(2, wrong)], () => WHY);
  const again = await readImportTable(bytes);
  const { label, first_name, last_name, phone_number } = wrong;
  expect(again.lines).toEqual([{ row: 2, label, first_name, last_name, phone_number }]);
  expect(again.cells[0]?.slice(0, 5)).toEqual(['="007"', '="12/1"', '="1-2"', "'=1+1", '="12 апр"']);
  expect(makeRestFile(again, [row(2, wrong)], () => WHY).bytes).toEqual(bytes);
});

const DOS = [
  ['ibm866', inCp866],
  ['koi8-r', inKoi8],
] as const;
const QUOTED = 'Excel испортил номер: вместо цифр записал «8,9E+10» – введите заново';

it.each(DOS)('IMPORT-06 the rest of a file in %s has plain signs where it lacks ours', async (encoding, inIt) => {
  const table = await readImportTable(inIt(written(';')), { encoding });
  const { bytes, encoding: own } = makeRestFile(table, [row(2, WRONG)], () => QUOTED);
  const plain = 'Excel испортил номер: вместо цифр записал ""8,9E+10"" - введите заново';
  expect(own).toBe(encoding);
  const expected = left(';').replace(WHY, () => `"${plain}"`);
  expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(inIt(expected)).toString('hex'));
});

it.each(DOS)(
  'IMPORT-06 a name with a letter that %s lacks makes the rest UTF-8 with its mark',
  async (encoding, inIt) => {
    const table = await readImportTable(inIt(written(';')), { encoding });
    const { bytes, encoding: own } = makeRestFile(table, [row(2, { ...WRONG, last_name: 'Әлиева' })], () => WHY);
    expect(own).toBe('utf-8');
    const expected = left(';').replace('Лапина', 'Әлиева');
    expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(inUtf8(expected, true)).toString('hex'));
    const again = await readImportTable(bytes);
    expect(again.lines).toMatchObject([{ last_name: 'Әлиева', label: '901' }]);
  },
);

it('IMPORT-06 the page says that the rest of a DOS list is UTF-8', async () => {
  signedInToImport([row(2, { ...WRONG, last_name: 'Әлиева' })]);
  openImport();
  await chooseFile(listFile(Uint8Array.from(inCp866(written(';'))), 'dos.csv'));
  await userEvent.selectOptions(await screen.findByLabelText('Кодировка'), 'ibm866');
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  const { saved, restore } = catchDownloads();
  try {
    await userEvent.click(await screen.findByRole('button', { name: 'Скачать строки с ошибками' }));
    const sentence = 'Файл с ошибками сохранён в UTF-8: в кодировке CP866 (DOS) нет некоторых его букв';
    expect(await screen.findByText(sentence)).toBeVisible();
  } finally {
    restore();
  }
  expect(await (saved[0] as Blob).text()).toContain('Әлиева');
});

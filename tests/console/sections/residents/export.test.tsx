import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { csvText, escapeFormula } from '#console/data/export/csv.ts';
import { session } from '#console/data/session/session.ts';
import { exportRows } from '#console/sections/residents/export.ts';
import { changeSearch } from '#console/sections/residents/search-state.ts';
import { EXPORT_HEADERS } from '#resources/protocol/exports.ts';
import {
  building,
  decodedResults,
  FOUND,
  foundPage,
  office,
  openResidents,
  resident,
  unit,
} from '#tests/support/console/residents.ts';

const TAGS = [{ objectType: 'floor', searchType: 'contains', id: '5', label: '5' }] as const;

/** The content of a blob; jsdom's has no `arrayBuffer`. */
const bytesOf = (blob: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });

/** Presses «Скачать CSV». @returns the file that is saved */
async function save(): Promise<Blob> {
  const saved: Blob[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  try {
    await userEvent.click(await screen.findByRole('button', { name: 'Скачать CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    await screen.findAllByText('Файл сохранён');
  } finally {
    click.mockRestore();
    Object.assign(URL, { createObjectURL, revokeObjectURL });
  }
  return saved[0] as Blob;
}

test('RES-11: the saved file begins with a byte order mark, and no spreadsheet runs anything of it', async () => {
  const residents = [resident(7, '=1+1'), resident(8, 'Ежов; младший')];
  office('write', { [FOUND]: { json: foundPage([building([unit(1, { residents })])]) } });
  changeSearch({ tags: TAGS });
  openResidents();
  const bytes = new Uint8Array(await bytesOf(await save()));
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [, first, second, ...after] = new TextDecoder().decode(bytes).split('\r\n');
  expect(first).toMatch(/^ул\. Лесная, 12;кв\. 1;2;5;6;'=1\+1;Пётр;\+7 \(916\) 408-22-17;/);
  expect(second).toContain(';"Ежов; младший";Пётр;');
  expect(after).toEqual(['']);
});

test('RES-11: a byte order mark, semicolons, and no cell that a spreadsheet would run', () => {
  expect(
    csvText(
      ['а', 'б'],
      [
        ['1;2', '"х"'],
        [null, 7],
      ],
    ),
  ).toBe('\ufeffа;б\r\n"1;2";"""х"""\r\n;7\r\n');
  for (const cell of ['=1+1', '+cmd', '-x', '@a', '\t=1', ' =1', '\r=1', '＝1', '+7=HYPERLINK("x")']) {
    expect([cell, escapeFormula(cell).startsWith("'")]).toEqual([cell, true]);
  }
  for (const cell of ['+7 (916) 408-22-17', '-5', 'Ежов', 'а=б', '', 12]) {
    expect(escapeFormula(cell)).toBe(String(cell));
  }
});

test('RES-11: all that was found goes into it, whatever the page', async () => {
  const server = office('write', {
    [FOUND]: ({ url }) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
      return { json: foundPage([building([unit(page)])], { count: 2, next: page === 1 ? 'more' : null }) };
    },
  });
  changeSearch({ tags: TAGS });
  openResidents();
  await save();
  expect(server.callsTo(FOUND).map(({ url }) => url.split('?')[1])).toEqual([
    'floor_entry=5&page_size=100',
    'floor_entry=5&page_size=100&page=2',
    'floor_entry=5&page_size=100',
    'floor_entry=5&page_size=100&page=2',
  ]);
  const rows = exportRows(
    decodedResults([building([unit(48, { residents: [resident(7, 'Ежов')] }), unit(49)])]),
    (key) => key,
  );
  expect(rows).toEqual([
    [
      'ул. Лесная, 12',
      'residents.unit.flat',
      2,
      5,
      '6',
      'Ежов',
      'Пётр',
      '+7 (916) 408-22-17',
      'residents.status.active',
    ],
    ['ул. Лесная, 12', 'residents.unit.flat', 2, 5, '6', null, null, null, null],
  ]);
});

test('the server is told before a file is saved, where it keeps a log of that', async () => {
  const path = '/api/authorized/exports/residents/';
  const server = office('write', {
    [FOUND]: { json: foundPage([building([unit(1)])]) },
    [`POST ${path}`]: { status: 204 },
  });
  changeSearch({ tags: TAGS });
  openResidents();
  await save();
  const told = () => server.calls.filter(({ url }) => url === path);
  expect(told()).toHaveLength(0);
  session.features.set({ services: true, exports: true });
  await save();
  expect(told()).toMatchObject([{ method: 'POST' }]);
  // The pages of the file are told from those on the screen: the server may read them elsewhere.
  expect(server.calls.at(-1)).toMatchObject({ method: 'GET', headers: EXPORT_HEADERS });
});

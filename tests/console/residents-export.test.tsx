import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeSearch } from '#console/sections/residents/search-state.ts';
import { FOUND, found, house, office, openResidents, resident, unit } from '#tests/support/console/residents.ts';

const TAGS = [{ objectType: 'floor', searchType: 'contains', id: '5', label: '5' }] as const;

/** What a blob holds; jsdom's has no `arrayBuffer`. */
const bytesOf = (blob: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });

test('RES-11: the saved file begins with a byte order mark, and no spreadsheet runs anything of it', async () => {
  const residents = [resident(7, '=1+1'), resident(8, 'Ежов; младший')];
  office('write', { [FOUND]: { json: found([house([unit(1, { residents })])]) } });
  changeSearch({ tags: TAGS });
  openResidents();
  const saved: Blob[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  try {
    await userEvent.click(await screen.findByRole('button', { name: 'Скачать CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
  } finally {
    click.mockRestore();
    Object.assign(URL, { createObjectURL, revokeObjectURL });
  }
  const bytes = new Uint8Array(await bytesOf(saved[0] as Blob));
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [, first, second, ...after] = new TextDecoder().decode(bytes).split('\r\n');
  expect(first).toMatch(/^ул\. Лесная, 12;кв\. 1;2;5;6;'=1\+1;Пётр;\+7 \(916\) 408-22-17;/);
  expect(second).toContain(';"Ежов; младший";Пётр;');
  expect(after).toEqual(['']);
});

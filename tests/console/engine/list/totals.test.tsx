import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { asked, stored } from '#tests/support/console/keys.ts';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';

const LIST = 'GET /api/records/keys';
const TOTALS = 'GET /api/records/keys/totals/';

const FIGURES = {
  count: 1_284,
  totals: {
    copies: { sum: '5778', average: '4.5' },
    price: { sum: '900719925474099312', min: '-50', max: null },
    spent: { sum: '150', count: '7' },
  },
};

const section = (list: Partial<ResourceInput['list']> = {}, change: Partial<ResourceInput> = {}) =>
  madeUp({
    fields: {
      label: { kind: 'text', label: 'Что открывает', required: true },
      copies: { kind: 'number', label: 'Копий', unit: 'шт.', filter: true },
      price: { kind: 'money', label: 'Цена' },
      spent: { kind: 'duration', label: 'Время' },
    },
    list: {
      layout: 'table',
      columns: ['label', 'copies', 'price'],
      menu: ['hold-delete'],
      search: ['label'],
      totals: [
        { field: 'copies', figures: ['sum', 'average'] },
        { field: 'price', figures: ['sum', 'min', 'max'] },
        { field: 'spent', figures: ['sum', 'count'] },
      ],
      ...list,
    },
    form: [{ fields: ['label', 'copies', 'price', 'spent'] }],
    ...change,
  });

function open(resource = section(), answer: object = { json: FIGURES }) {
  rowsInWindow({ window: 600, row: 80 });
  const server = signedIn('write', { [LIST]: stored(3), [TOTALS]: answer });
  return { server, ...openSection(resource, '/keys') };
}
const plain = (node: Element | null | undefined) => node?.textContent?.replaceAll(/\s/g, ' ').trim();
const foot = async () => {
  const rowHeader = await screen.findByRole('rowheader', { name: /^Итого/ });
  return rowHeader.closest('tr') as HTMLElement;
};
const cells = async () => [...(await foot()).children].map(plain);

test('below the table stands how many records the list finds, and the figures of all of them in their columns', async () => {
  open();
  await waitFor(async () =>
    expect(await cells()).toEqual([
      '',
      'Итого 1284 ключаВремя: 2 ч 30 минВремя, заполнено: 7',
      'сумма 5 778 шт.в среднем 4,5 шт.',
      'сумма 9 007 199 254 740 993,12 ₽наименьшее -0,50 ₽наибольшее –',
      '',
    ]),
  );
  expect(screen.getAllByRole('table')).toHaveLength(1);
});

test.each(['table', 'cards', 'feed'] as const)(
  '%s: a line above the list says the same, on a phone too',
  async (layout) => {
    open(section({ layout }));
    const line = (await screen.findAllByText(/Итого/)).map((one) => one.closest('p')).find(Boolean);
    await waitFor(() =>
      expect(plain(line)).toMatch(/^Итого 1284 ключа ?Копий: 5 778 шт\. ?Копий, в среднем: 4,5 шт\. ?Цена: /),
    );
  },
);

test('the figures are asked for by the filter and the buildings of the list, and not again for another page', async () => {
  const { server } = open(section({ pageSizes: [2, 5] }));
  server.answer(LIST, stored(12));
  await foot();
  await userEvent.type(await screen.findByRole('searchbox'), 'подвал');
  await waitFor(() => expect(asked(server.callsTo(TOTALS).at(-1), 'filter')).toEqual({ q: 'подвал' }));
  const before = server.callsTo(TOTALS).length;
  const lists = server.callsTo(LIST).length;
  await userEvent.click(screen.getByRole('button', { name: 'Страница 2' }));
  await waitFor(() => expect(server.callsTo(LIST).length).toBeGreaterThan(lists));
  expect(server.callsTo(TOTALS)).toHaveLength(before);
});

test('they come anew, once, whenever the rows do', async () => {
  const { server, queryClient } = open();
  await waitFor(async () => expect((await cells())[1]).toContain('1284'));
  server.answer(TOTALS, { json: { ...FIGURES, count: 1 } });
  const before = server.callsTo(TOTALS).length;
  await queryClient.invalidateQueries({ queryKey: ['keys', 'getList'] });
  await waitFor(async () => expect((await cells())[1]).toContain('Итого 1 ключ'));
  expect(server.callsTo(TOTALS)).toHaveLength(before + 1);
  await queryClient.invalidateQueries({ queryKey: ['keys'] });
  await waitFor(() => expect(server.callsTo(TOTALS)).toHaveLength(before + 2));
});

test('a server that does not offer them is not asked, and no row stands', async () => {
  session.features.set({ ...EVERY_ADDITION, totals: false, exports: false, notices: false });
  const { server } = open();
  await screen.findByText('Ключ 001');
  expect(screen.queryByText(/Итого/)).toBeNull();
  expect(server.callsTo(TOTALS)).toEqual([]);
});

test('figures that did not come are asked for again by a button, and the list stands', async () => {
  const { server } = open(section(), { status: 503, json: { detail: 'Сервер занят' } });
  const row = within(await foot());
  await row.findByText('Итоги не загрузились');
  expect(screen.getByText('Ключ 001')).toBeInTheDocument();
  server.answer(TOTALS, { json: FIGURES });
  await userEvent.click(row.getByRole('button', { name: 'Повторить' }));
  await waitFor(async () => expect((await cells())[1]).toContain('1284'));
});

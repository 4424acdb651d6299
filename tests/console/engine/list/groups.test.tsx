import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { asked } from '#tests/support/console/keys.ts';
import { rowsInWindow } from '#tests/support/console/rows-in-window.ts';
import type { WireCall } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

const LIST = 'GET /api/records/keys';
const GROUPS = 'GET /api/records/keys/groups/';
const TOTALS = 'GET /api/records/keys/totals/';

const totals = (sum: string | null) => ({ copies: { sum } });
const BY_PLACE = {
  isWhole: true,
  groups: [
    { value: 'safe', count: 120, totals: totals('7') },
    { value: 'desk', count: 1, totals: totals(null) },
    { value: null, count: 2, totals: totals('1') },
  ],
};
const BY_DAY = { isWhole: false, groups: [{ value: '2026-02', count: 3, totals: totals('3') }] };

const section = (list: Partial<ResourceInput['list']> = {}) =>
  madeUp({
    fields: {
      label: { kind: 'text', label: 'Что открывает', required: true },
      place: {
        kind: 'choice',
        label: 'Где лежит',
        options: [
          { value: 'safe', label: 'Сейф' },
          { value: 'desk', label: 'Стол' },
        ],
        wire: 'kept_in',
      },
      day: { kind: 'date', label: 'Когда' },
      copies: { kind: 'number', label: 'Копий' },
    },
    list: {
      layout: 'table',
      columns: ['label', 'copies'],
      search: ['label'],
      group: 'place',
      totals: [{ field: 'copies', figures: ['sum'] }],
      ...list,
    },
    form: [{ fields: ['label', 'place', 'day', 'copies'] }],
  });

const SIZES: Readonly<Record<string, number>> = { safe: 120, desk: 1, null: 2 };

/** The generic storage: answers the range of the group that is asked for, of the whole list when none is. */
function storedRows({ url }: WireCall) {
  const query = new URLSearchParams(url.split('?')[1]);
  const [from, to] = JSON.parse(query.get('range') ?? '[0,49]');
  const filter = JSON.parse(query.get('filter') ?? '{}');
  const group = 'kept_in' in filter ? String(filter.kept_in) : 'all';
  const total = SIZES[group] ?? 3;
  const json = Array.from({ length: Math.max(0, Math.min(to + 1, total) - from) }, (_, at) => ({
    id: from + at + 1,
    label: `${group} ${from + at + 1}`,
    kept_in: filter.kept_in ?? 'safe',
    copies: 1,
    day: null,
  }));
  return { json, headers: { 'content-range': `keys ${from}-${from + json.length - 1}/${total}` } };
}

function open(address = '/keys', resource = section()) {
  rowsInWindow({ window: 600, row: 80 });
  const server = signedIn('write', {
    [LIST]: storedRows,
    [GROUPS]: ({ url }: WireCall) => ({ json: url.includes('by=day') ? BY_DAY : BY_PLACE }),
    [TOTALS]: { json: { count: 123, totals: totals('8') } },
    'GET /api/authorized/views/': { json: [] },
  });
  return { server, ...openSection(resource, address) };
}
const heading = (name: RegExp) => screen.findByRole('button', { name });
const headings = () =>
  [...document.querySelectorAll('tbody button[aria-expanded]')].map((one) => one.textContent?.replaceAll(/\s/g, ' '));
const groupCalls = (calls: readonly WireCall[]) => calls.filter(({ url }) => url.includes('kept_in'));

test('rows stand under what they have in common, with the number of the whole group and its figures', async () => {
  const { server } = open();
  const safe = await heading(/^Сейф/);
  expect(headings()).toEqual(['Сейф120 ключей', 'Стол1 ключ', 'Не указано2 ключа']);
  expect(within(safe.closest('tr') as HTMLElement).getAllByText('7').length).toBeGreaterThan(0);
  expect(safe).toHaveAttribute('aria-expanded', 'false');
  expect(groupCalls(server.callsTo(LIST))).toEqual([]);
  await userEvent.click(await heading(/^Стол(?!бцы)/));
  await screen.findByText('desk 1');
  await userEvent.click(await heading(/^Стол(?!бцы)/));
  expect(screen.queryByText('desk 1')).toBeNull();
});

test('a table that stands in groups asks for no page of the whole list; without groups it does', async () => {
  const { server } = open();
  await heading(/^Сейф/);
  await screen.findByRole('button', { name: 'Столбцы' });
  expect(server.callsTo(LIST)).toEqual([]);
  expect(server.callsTo(GROUPS)).toHaveLength(1);
  await userEvent.click(await screen.findByRole('button', { name: 'Группировка' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Без группировки' }));
  await screen.findByText('all 1');
  expect(server.callsTo(LIST)).toHaveLength(1);
});

test('no groups at all are an empty list', async () => {
  const { server } = open();
  await heading(/^Сейф/);
  server.answer(GROUPS, { json: { isWhole: true, groups: [] } });
  await userEvent.type(await screen.findByPlaceholderText(/Поиск/), 'нет такого');
  await screen.findByText('Нет результатов');
  expect(headings()).toEqual([]);
});

test('a group is opened and closed by keys, and one that is nothing asks for what holds nothing', async () => {
  const { server } = open();
  (await heading(/^Не указано/)).focus();
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByText('null 2');
  expect(asked(groupCalls(server.callsTo(LIST)).at(-1), 'filter')).toEqual({ kept_in: null });
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.queryByText('null 2')).toBeNull();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('null 2');
});

test('a large group loads by pages, in the order of the list, and is sorted within itself', async () => {
  const { server } = open();
  await userEvent.click(await heading(/^Сейф/));
  await screen.findByText('safe 50');
  expect(screen.queryByText('safe 51')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё 50' }));
  await screen.findByText('safe 100');
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё 20' }));
  await screen.findByText('safe 120');
  expect(screen.queryByRole('button', { name: /^Показать ещё/ })).toBeNull();
  expect(groupCalls(server.callsTo(LIST)).map((call) => asked(call, 'range'))).toEqual([
    [0, 49],
    [50, 99],
    [100, 149],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Копий' }));
  await waitFor(() => expect(asked(groupCalls(server.callsTo(LIST)).at(-1), 'sort')).toEqual(['copies', 'ASC']));
  expect(headings()).toHaveLength(3);
});

test('another field, or none, is chosen in the menu; it stays, and an address says it too', async () => {
  const { server } = open();
  await heading(/^Сейф/);
  await userEvent.click(await screen.findByRole('button', { name: 'Группировка' }));
  const items = await screen.findAllByRole('menuitemradio');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Без группировки', 'Где лежит', 'Когда']);
  expect(items[1]).toBeChecked();
  await userEvent.click(items[2] as HTMLElement);
  await heading(/^февраль 2026/);
  expect(screen.getByText(/^Групп больше 200/)).toBeInTheDocument();
  await userEvent.click(await heading(/^февраль 2026/));
  await waitFor(() =>
    expect(asked(server.callsTo(LIST).at(-1), 'filter')).toEqual({ day_gte: '2026-02-01', day_lte: '2026-02-28' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Группировка' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Без группировки' }));
  await waitFor(() => expect(headings()).toEqual([]));
  expect(await screen.findByText('all 1')).toBeInTheDocument();
});

test('the address says what a list is grouped by; what is no longer grouped by counts for nothing', async () => {
  open('/keys?group=day');
  await heading(/^февраль 2026/);
});

test('a choice of a field that makes no groups leaves those of the definition', async () => {
  open('/keys?group=copies');
  await heading(/^Сейф/);
});

test('groups and their rows come anew when the rows of the list do', async () => {
  const { server, queryClient } = open();
  await userEvent.click(await heading(/^Стол(?!бцы)/));
  await screen.findByText('desk 1');
  const changed = BY_PLACE.groups.map((group) => (group.value === 'desk' ? { ...group, count: 9 } : group));
  server.answer(GROUPS, { json: { isWhole: true, groups: changed } });
  await queryClient.invalidateQueries({ queryKey: ['keys', 'getList'] });
  await waitFor(() => expect(headings()).toContain('Стол9 ключей'));
});

test('rows that did not come are asked for again by a button in their group', async () => {
  const { server } = open();
  await heading(/^Стол(?!бцы)/);
  server.answer(LIST, { status: 503, json: { detail: 'Сервер занят' } });
  await userEvent.click(await heading(/^Стол(?!бцы)/));
  const again = (await screen.findByText('Записи не загрузились')).closest('tr') as HTMLElement;
  server.answer(LIST, storedRows);
  await userEvent.click(within(again).getByRole('button', { name: 'Повторить' }));
  await screen.findByText('desk 1');
  // react-admin tells the developer of every failed call.
  expect(takeComplaints().join()).toContain('Сервер занят');
});

test('a server that makes no groups has the plain table', async () => {
  session.features.set({ ...EVERY_ADDITION, groups: false, exports: false, notices: false });
  const { server } = open();
  await screen.findByText('all 1');
  expect(server.callsTo(GROUPS)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Группировка' })).toBeNull();
});

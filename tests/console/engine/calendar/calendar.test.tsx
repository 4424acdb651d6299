import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import { forgetShownDays } from '#console/engine/calendar/place.ts';
import { dateRecord } from '#console/engine/calendar/spans.ts';
import { calendarFields } from '#resources/language/calendar.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { setDate } from '#tests/support/console/clock.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import type { Reply, WireCall } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

const LIST = 'GET /api/records/keys';

const FIELDS: ResourceInput['fields'] = {
  label: { kind: 'text', label: 'Что открывает', required: true, filter: true },
  note: { kind: 'text', label: 'Отметка' },
  from: { kind: 'date', label: 'С', readonly: 'note == "закрыто"' },
  until: { kind: 'date', label: 'По' },
};
const SECTION: Partial<ResourceInput> = {
  fields: FIELDS,
  list: {
    layout: 'calendar',
    calendar: { from: 'from', to: 'until' },
    columns: ['label', 'note'],
    search: ['label'],
    menu: ['edit'],
  },
  card: { title: 'label', fields: ['from', 'until'] },
  form: [{ fields: ['label', 'note', 'from', 'until'] }],
};

interface Key {
  id: number;
  label: string;
  note: string | null;
  from: string | null;
  until: string | null;
  record_version: string;
}
const key = (id: number, from: string | null, until: string | null = null, note: string | null = null): Key => ({
  ...{ id, label: `Ключ ${id}`, note, from, until, record_version: 'v1' },
});
const KEYS = [
  key(1, '2026-11-10'),
  key(2, '2026-11-12', '2026-11-17'),
  key(3, '2026-11-28', null, 'закрыто'),
  key(4, null),
  key(5, '2026-12-24'),
];

/** The messages of the console's alert. */
const alerts: string[] = [];
onFailure(({ message }) => alerts.push(message));
beforeEach(() => {
  alerts.length = 0;
  forgetShownDays();
});

const queryIn = (url: string) => new URL(url, 'http://console').searchParams;

interface Options {
  keys?: Key[];
  level?: string;
  address?: string;
  change?: Partial<ResourceInput>;
  /** The server's answers to changes of dates; in their order, then it takes them. */
  answers?: Reply[];
  /** Changes are answered after it. */
  gate?: Promise<void>;
}

/** Opens the calendar of these keys on 28 November 2026; the server filters, pages and changes them. */
async function open({
  keys = KEYS,
  level = 'write',
  address = '/keys',
  change = {},
  answers = [],
  gate = Promise.resolve(),
}: Options = {}) {
  setDate(new Date('2026-11-28T09:00:00Z'));
  const definition = madeUp({ ...SECTION, ...change });
  const calendar = calendarFields(definition);
  const stored = structuredClone(keys);
  const left = [...answers];
  const find = (id: number) => stored.find((one) => one.id === id);
  const isOn = (one: Key, days: [string, string] | null | undefined): boolean => {
    if (days === undefined || !calendar) return true;
    const dated = dateRecord(calendar, one);
    return days ? dated !== null && dated.first <= days[1] && dated.last >= days[0] : dated === null;
  };
  const single = (id: number) => ({
    [`PUT /api/records/keys/${id}`]: async ({ body }: WireCall) => {
      await gate;
      const refused = left.shift();
      if (refused) return refused;
      Object.assign(find(id) ?? {}, body, { record_version: `${find(id)?.record_version}+` });
      return { json: find(id) };
    },
    [`GET /api/records/keys/${id}`]: () => ({ json: find(id) }),
    [`GET /api/records/keys/${id}/history/`]: { json: { results: [], before: null } },
  });
  const server = signedIn(level, {
    [LIST]: ({ url }: WireCall) => {
      const query = queryIn(url);
      const filter = JSON.parse(query.get('filter') ?? '{}') as { label?: string; q?: string };
      const days = query.has('days') ? (JSON.parse(query.get('days') ?? '') as [string, string] | null) : undefined;
      const [from, to] = JSON.parse(query.get('range') ?? '[0,29]') as [number, number];
      const all = stored.filter((one) => isOn(one, days) && one.label.includes(filter.q ?? filter.label ?? ''));
      const page = all.slice(from, to + 1);
      return { json: page, headers: { 'content-range': `keys ${from}-${from + page.length - 1}/${all.length}` } };
    },
    ...Object.assign({}, ...keys.map(({ id }) => single(id))),
  });
  const page = openSection(definition, address);
  await screen.findByRole('tablist', { name: 'Вид календаря' });
  return { server, stored, find, ...page };
}

const grid = () => screen.findByRole('grid');
/** The cell of a day. */
function cell(day: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
  if (!found) throw new Error(`${day} is not shown`);
  return found;
}
/** Names of the records that stand on a day. */
const standsOn = (day: string) =>
  [...cell(day).querySelectorAll('[data-chip]')].map((chip) => chip.querySelector('[title]')?.getAttribute('title'));
const chip = (day: string, id: number) => cell(day).querySelector<HTMLElement>(`[data-chip="${id}"]`);

/** Drags a record from one of its days to another. */
function drag(id: number, from: string, to: string): void {
  const dragged = chip(from, id);
  if (!dragged) throw new Error(`${id} does not stand on ${from}`);
  fireEvent.dragStart(dragged);
  fireEvent.dragOver(cell(to));
  fireEvent.drop(cell(to));
  fireEvent.dragEnd(dragged);
}

const asked = (server: { callsTo: (what: string) => WireCall[] }) =>
  server.callsTo(LIST).map(({ url }) => [queryIn(url).get('days'), queryIn(url).get('range')]);
const changes = (server: { calls: WireCall[] }) =>
  server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('a month shows the records on their days, over several of them too, and asks for those days alone', async () => {
  const { server } = await open();
  expect(await grid()).toHaveAccessibleName('ноябрь 2026');
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  for (const day of ['2026-11-12', '2026-11-14', '2026-11-17']) expect(standsOn(day)).toEqual(['Ключ 2']);
  expect(standsOn('2026-11-18')).toEqual([]);
  expect(cell('2026-11-28')).toHaveAttribute('aria-current', 'date');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    'Пн Вт Ср Чт Пт Сб Вс'.split(' '),
  );
  expect(asked(server)).toEqual([
    ['["2026-10-26","2026-12-06"]', '[0,299]'],
    ['null', '[0,0]'],
  ]);
});

test('the next month, the view and the day stand in the address, also after a filter and a step back', async () => {
  const { router, where } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Следующий месяц' }));
  await waitFor(() => expect(standsOn('2026-12-24')).toEqual(['Ключ 5']));
  expect(where()).toBe('/keys?view=month&day=2026-12-01');
  await userEvent.click(screen.getByRole('tab', { name: 'Неделя' }));
  expect(await screen.findByRole('grid', { name: /30 ноября/ })).toBeInTheDocument();
  await userEvent.type(screen.getByRole('searchbox'), 'Ключ 5');
  await waitFor(() => expect(where()).toContain('filter='));
  expect(Object.fromEntries(queryIn(where()))).toMatchObject({ view: 'week', day: '2026-12-01' });
  await act(() => router.navigate(-1));
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('grid', { name: 'декабрь 2026' })).toBeInTheDocument();
});

test('a visit begins with today though the month was kept with the filters; a short way off leads back to where it was', async () => {
  const { router, where } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Следующий месяц' }));
  await userEvent.type(screen.getByRole('searchbox'), 'Ключ');
  // Drawn once react-admin has kept the filter.
  await screen.findByRole('button', { name: 'Сбросить условия' });
  await waitFor(() => expect(where()).toContain('day=2026-12-01'));
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/keys'));
  expect(await screen.findByRole('grid', { name: 'декабрь 2026' })).toBeInTheDocument();
  await act(() => router.navigate('/elsewhere'));
  // Another day, or another tab.
  forgetShownDays();
  await act(() => router.navigate('/keys'));
  expect(await screen.findByRole('grid', { name: 'ноябрь 2026' })).toBeInTheDocument();
  await waitFor(() => expect(where()).not.toContain('day='));
});

test('an address opens the calendar where it says', async () => {
  await open({ address: '/keys?view=week&day=2026-12-24' });
  expect((await grid()).getAttribute('aria-label')?.replace(/\s/g, ' ')).toBe('21–27 декабря 2026');
  await waitFor(() => expect(standsOn('2026-12-24')).toEqual(['Ключ 5']));
  await userEvent.click(screen.getByRole('button', { name: 'Сегодня' }));
  await waitFor(() => expect(standsOn('2026-11-28')).toEqual(['Ключ 3']));
});

test('records without a date are counted, and listed apart', async () => {
  const { where } = await open();
  await userEvent.click(await screen.findByRole('tab', { name: 'Без даты: 1' }));
  expect(await screen.findByRole('button', { name: 'Ключ 4' })).toBeInTheDocument();
  expect(where()).toContain('view=undated');
});

test('an agenda lists the days of the month that have records, with what the columns say', async () => {
  await open({ address: '/keys?view=agenda&day=2026-11-01' });
  await screen.findByRole('region', { name: /вторник, 10 ноября/ });
  const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(days.slice(0, 2)).toEqual(['вторник, 10 ноября', 'четверг, 12 ноября']);
  const today = within(screen.getByRole('region', { name: /суббота, 28 ноября/ }));
  expect(today.getByText('закрыто')).toBeInTheDocument();
  expect(
    within(screen.getByRole('region', { name: /среда, 11 ноября|четверг, 12/ })).getByText(/12–17 ноября/),
  ).toBeInTheDocument();
});

test('a busy month is asked for by weeks and then by days, and «Ещё N» opens the day', async () => {
  const many = Array.from({ length: 320 }, (_, at) => key(100 + at, '2026-11-11'));
  const { server, where } = await open({ keys: [...many, key(1, '2026-11-20')] });
  await waitFor(() => expect(standsOn('2026-11-20')).toEqual(['Ключ 1']));
  expect(standsOn('2026-11-11')).toHaveLength(4);
  const calls = asked(server).map(([days]) => days);
  expect(calls).toContain('["2026-11-09","2026-11-15"]');
  expect(asked(server)).toContainEqual(['["2026-11-11","2026-11-11"]', '[0,29]']);
  // The other weeks were given whole.
  expect(calls).not.toContain('["2026-11-20","2026-11-20"]');
  await userEvent.click(screen.getByRole('button', { name: 'Ещё 316: среда, 11 ноября' }));
  await waitFor(() => expect(document.querySelectorAll('[data-record]')).toHaveLength(100));
  expect(where()).toContain('view=day&day=2026-11-11');
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }));
  await waitFor(() => expect(document.querySelectorAll('[data-record]')).toHaveLength(200));
});

test('a press on a record opens its card, on a free place of a day the form with that day', async () => {
  const { where, router } = await open();
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  await userEvent.click(within(cell('2026-11-10')).getByRole('button', { name: 'Ключ 1' }));
  expect(await screen.findByRole('complementary', { name: 'Ключ 1' })).toBeInTheDocument();
  expect(where()).toContain('id=1');
  await userEvent.click(cell('2026-11-19'));
  await screen.findByLabelText(/^Что открывает/);
  expect(router.state.location.pathname).toBe('/keys/create');
  expect(router.state.location.state).toMatchObject({ prefill: { from: '2026-11-19' }, from: '/keys?id=1' });
});

test('the «+» of a day begins a record too', async () => {
  const { router } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Добавить: четверг, 19 ноября' }));
  expect(router.state.location.state).toMatchObject({ prefill: { from: '2026-11-19' } });
});

test('a reader sees the calendar, begins no record and drags none', async () => {
  const { where } = await open({ level: 'read' });
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  expect(screen.queryByRole('button', { name: /^Добавить:/ })).toBeNull();
  await userEvent.click(cell('2026-11-19'));
  expect(where()).toBe('/keys');
  expect(chip('2026-11-10', 1)).toHaveAttribute('draggable', 'false');
});

test('a record dragged to another day keeps its length, says so, and is taken back', async () => {
  const { server } = await open();
  await waitFor(() => expect(standsOn('2026-11-12')).toEqual(['Ключ 2']));
  // Held by its third day.
  drag(2, '2026-11-14', '2026-11-21');
  await said('Дата изменена: 19–24 ноября');
  expect(standsOn('2026-11-12')).toEqual([]);
  expect(standsOn('2026-11-24')).toEqual(['Ключ 2']);
  await userEvent.click(screen.getByRole('button', { name: /Вернуть/ }));
  await waitFor(() => expect(standsOn('2026-11-12')).toEqual(['Ключ 2']));
  expect(changes(server)).toEqual([
    { from: '2026-11-19', until: '2026-11-24', record_version: 'v1' },
    { from: '2026-11-12', until: '2026-11-17', record_version: 'v1+' },
  ]);
});

test('a record dragged on while it is on its way stands where it was dropped last; the second change waits for the first', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { server } = await open({ gate });
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  drag(1, '2026-11-10', '2026-11-11');
  await waitFor(() => expect(standsOn('2026-11-11')).toEqual(['Ключ 1']));
  drag(1, '2026-11-11', '2026-11-19');
  await waitFor(() => expect(standsOn('2026-11-19')).toEqual(['Ключ 1']));
  expect(changes(server)).toHaveLength(1);
  release();
  await said('Дата изменена: 19 ноября');
  expect(changes(server)).toEqual([
    { from: '2026-11-11', record_version: 'v1' },
    { from: '2026-11-19', record_version: 'v1+' },
  ]);
  expect(standsOn('2026-11-19')).toEqual(['Ключ 1']);
  expect(alerts).toEqual([]);
});

test('a record whose date is not to be changed now stays where it is', async () => {
  await open();
  await waitFor(() => expect(standsOn('2026-11-28')).toEqual(['Ключ 3']));
  expect(chip('2026-11-28', 3)).toHaveAttribute('draggable', 'false');
  expect(chip('2026-11-28', 3)?.closest('td')).toBe(cell('2026-11-28'));
});

test.each([
  ['given once', { once: true }],
  ['computed', { computed: 'until' }],
] as const)('a date that is %s is not dragged', async (_, more) => {
  const fields = { ...FIELDS, from: { kind: 'date', label: 'С', ...more } } as ResourceInput['fields'];
  await open({ change: { fields } });
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  expect(chip('2026-11-10', 1)).toHaveAttribute('draggable', 'false');
});

test('«Перенести на…» of the menu puts a record on a day, and gives one without a date its first', async () => {
  const { server } = await open({ address: '/keys?view=undated' });
  await userEvent.click(await screen.findByRole('button', { name: /Ключ 4/, expanded: false }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Назначить дату…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Перенести: Ключ 4' }));
  fireEvent.change(dialog.getByLabelText(/Новая дата/), { target: { value: '2026-12-05' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Перенести' }));
  await said('Дата изменена: 5 декабря');
  expect(changes(server)).toEqual([{ from: '2026-12-05', record_version: 'v1' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const CHANGED: Reply = {
  status: 409,
  json: {
    detail: 'Запись изменилась',
    code: 'record_changed',
    request_id: 'r1',
    changed: { by: { user: 8, name: 'Анна Лебедева' }, at: '2026-11-28T08:00:00.000Z' },
  },
};

test('a change of something else meanwhile is left alone; one of the date wins and is told of', async () => {
  const { server, find } = await open({ answers: [CHANGED] });
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  Object.assign(find(1) ?? {}, { note: 'другое', record_version: 'v2' });
  drag(1, '2026-11-10', '2026-11-11');
  await said('Дата изменена: 11 ноября');
  expect(changes(server)).toMatchObject([{ record_version: 'v1' }, { from: '2026-11-11', record_version: 'v2' }]);
  expect(takeComplaints()).toHaveLength(1);
  expect(alerts).toEqual([]);
  expect(find(1)).toMatchObject({ note: 'другое', from: '2026-11-11' });
});

test('a date that another person has changed meanwhile stays as it is now', async () => {
  const { server, find } = await open({ answers: [CHANGED] });
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  Object.assign(find(1) ?? {}, { from: '2026-11-25', record_version: 'v2' });
  drag(1, '2026-11-10', '2026-11-11');
  await waitFor(() => expect(standsOn('2026-11-25')).toEqual(['Ключ 1']));
  expect(changes(server)).toHaveLength(1);
  expect(standsOn('2026-11-11')).toEqual([]);
  expect(alerts).toEqual([expect.stringMatching(/изменил кто-то ещё \(Анна Лебедева\)/)]);
  expect(takeComplaints()).toHaveLength(1);
});

test('a date that the rules of the section refuse goes back', async () => {
  const refused = { status: 400, json: { until: ['Конец раньше начала'], request_id: 'r2' } };
  await open({ answers: [refused] });
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  drag(1, '2026-11-10', '2026-11-11');
  await waitFor(() => expect(alerts).toEqual(['Конец раньше начала']));
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  expect(standsOn('2026-11-11')).toEqual([]);
  expect(takeComplaints()).toHaveLength(1);
});

test('what another console changes shows by itself', async () => {
  const { find } = await open();
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  Object.assign(find(1) ?? {}, { from: '2026-11-13' });
  act(() => notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 }));
  await waitFor(() => expect(standsOn('2026-11-13')).toEqual(['Ключ 2', 'Ключ 1']), { timeout: 3_000 });
});

test('the arrow keys go from day to day and on into the next month, Enter opens the day', async () => {
  const { where } = await open();
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  expect([...document.querySelectorAll('[data-day][tabindex="0"]')]).toEqual([cell('2026-11-28')]);
  act(() => cell('2026-11-28').focus());
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
  expect(document.activeElement).toBe(cell('2026-11-20'));
  await userEvent.keyboard('{Home}');
  expect(document.activeElement).toBe(cell('2026-11-16'));
  await userEvent.keyboard('{PageDown}');
  await waitFor(() => expect(document.activeElement).toBe(cell('2026-12-01')));
  expect(where()).toContain('day=2026-12-01');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(where()).toContain('view=day&day=2026-12-01'));
});

test('a server without the addition is asked for the list alone, and records are put on their days here', async () => {
  const { calendar: _, ...others } = EVERY_ADDITION;
  const {
    exports: _files,
    notices: _bell,
    sessions: _list,
    byHand: _hand,
    firstStepsLeft: _left,
    ...additions
  } = others;
  session.features.set(additions);
  const { server } = await open();
  session.features.set(additions);
  await waitFor(() => expect(standsOn('2026-11-10')).toEqual(['Ключ 1']));
  expect(asked(server).every(([days]) => days === null)).toBe(true);
  expect(asked(server)).toEqual([[null, '[0,249]']]);
  expect(await screen.findByRole('tab', { name: 'Без даты: 1' })).toBeInTheDocument();
  expect(screen.queryByText(/Сервер не ищет записи по дням/)).toBeNull();
});

test('of a list that goes on beyond what such a server was asked for, that is said', async () => {
  const {
    calendar: _,
    exports: _files,
    notices: _bell,
    sessions: _list,
    byHand: _hand,
    firstStepsLeft: _left,
    ...additions
  } = EVERY_ADDITION;
  session.features.set(additions);
  const { server } = await open({ keys: Array.from({ length: 1_050 }, (_one, at) => key(100 + at, '2027-01-11')) });
  expect(await screen.findByText(/показаны первые 1 ?000 из списка/)).toBeInTheDocument();
  expect(server.callsTo(LIST)).toHaveLength(4);
});

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import { ShiftPage } from '#console/sections/shift/shift-page.tsx';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { ShiftAnswer, ShiftCounts, ShiftHandover, ShiftNote } from '#resources/protocol/shift/shift.ts';
import { network } from '#tests/support/console/network.ts';
import { type Reply, serveAnswers, type WireCall } from '#tests/support/console/server.ts';
import { renderOnStage, said } from '#tests/support/console/stage.tsx';

const SHIFT = 'GET /api/crm/shift/';
const NOTES = 'POST /api/crm/shift/notes/';
const HANDOVERS = 'POST /api/crm/shift/handovers/';
const HOUSES = [1, 2].map((id) => ({
  id,
  street: 'ул. Лесная',
  number: String(10 + id),
  building_type: 'tenement',
  complex: { id: 1, name: 'Северный' },
  is_all_porches: true,
  available_porches: [],
}));

const NOTHING: ShiftCounts = { overdue: 0, waiting: 0, chats: 0, complaints: 0, came: 0, done: 0, accidents: 0 };
const handover = (over: Partial<ShiftHandover> = {}): ShiftHandover => ({
  id: 5,
  at: '2026-03-05T05:00:00.000Z',
  since: '2026-03-04T17:00:00.000Z',
  by: { user: 4, name: 'Анна Ким' },
  accepted: { at: '2026-03-05T05:05:00.000Z', by: { user: 7, name: 'Иван Петров' } },
  may_take_back: false,
  ...over,
});
const note = (over: Partial<ShiftNote> = {}): ShiftNote => ({
  id: 3,
  at: '2026-03-05T04:50:00.000Z',
  text: 'Ключи у консьержа',
  by: { user: 4, name: 'Анна Ким' },
  own: false,
  buildings: null,
  ...over,
});
const shift = (over: Partial<ShiftAnswer> = {}): ShiftAnswer => ({
  at: '2026-03-05T09:00:00.000Z',
  since: '2026-03-05T05:00:00.000Z',
  until: null,
  begins: 'handover',
  counts: { ...NOTHING, overdue: 3, came: 12, done: 2, chats: 1, accidents: 1 },
  buildings: [{ ...NOTHING, id: 1, street: 'ул. Лесная', number: '11', overdue: 3, came: 4 }],
  left: 0,
  notes: [],
  handovers: [handover()],
  ...over,
});

function open(answer: Reply | ((call: WireCall) => Reply), path = '/shift', more: Record<string, Reply> = {}) {
  session.token.set('stored');
  session.userId.set('7');
  session.permissions.set({ tasks: 'write', chats: 'read' });
  const server = serveAnswers({ 'GET /api/crm/buildings/': { json: HOUSES }, [SHIFT]: answer, ...more });
  return { server, ...renderOnStage(<ShiftPage />, path) };
}
afterEach(() => network(true));
const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('every number leads to its list, with its filters in the address; by building, to that of the building', async () => {
  open({ json: shift() });
  await screen.findByRole('heading', { name: 'Сейчас' });
  const since = Date.parse('2026-03-05T05:00:00Z') / 1000;
  expect(href(/^3 ?Просрочены/)).toBe('/tasks?view=list&overdue=true');
  expect(href(/^0 ?Ждут исполнителя/)).toBe('/tasks?view=list&status=created');
  expect(href(/^1 ?Чаты ждут ответа/)).toBe('/chats?waiting=true');
  expect(href(/^0 ?Новые обращения/)).toBe('/chats?complaints=true');
  expect(href(/^12 ?Поступили/)).toBe(`/tasks?view=list&came=${since}`);
  expect(href(/^2 ?Завершены/)).toBe(`/tasks?view=list&done=${since}`);
  const filter = new URLSearchParams(href(/^1 ?Аварии/)?.split('?')[1]).get('filter');
  expect(JSON.parse(filter ?? '')).toEqual({ type: 'accident', since });
  expect(href(/^3 просроченные заявки, ул. Лесная, 11$/)).toBe('/tasks?view=list&overdue=true&building=1');
  expect(href(/^4 заявки поступили, ул. Лесная, 11$/)).toBe(`/tasks?view=list&came=${since}&building=1`);
});

test('what the person may not see has neither a number nor a column', async () => {
  const counts = { ...NOTHING, chats: null, complaints: null, accidents: null };
  open({ json: shift({ counts, buildings: [{ ...counts, came: 1, id: 1, street: 'ул. Лесная', number: '11' }] }) });
  const table = await screen.findByRole('table');
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads).toEqual(['Дом', 'Просрочены', 'Ждут исполнителя', 'Поступили', 'Завершены']);
  expect(screen.queryByText('Аварии')).toBeNull();
});

test('a shift that ended stands in the address and in the call; its lists end with it', async () => {
  const ended = shift({ since: '2026-03-04T17:00:00.000Z', until: '2026-03-05T05:00:00.000Z' });
  const { server } = open(({ url }) => ({ json: url.includes('handover=5') ? ended : shift() }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Смена' }), '5');
  await waitFor(() => expect(href(/Поступили/)).toMatch(/came=\d+-\d+$/));
  expect(screen.getByTestId('address')).toHaveTextContent('/shift?shift=5');
  expect(server.callsTo(SHIFT).at(-1)?.url).toContain('handover=5');
});

test('one that is gone says so and leads back to the present one', async () => {
  open(
    ({ url }) => (url.includes('handover') ? { status: 404, json: { detail: 'нет' } } : { json: shift() }),
    '/shift?shift=9',
  );
  await screen.findByText('Такой смены нет');
  await userEvent.click(screen.getByRole('button', { name: 'К текущей смене' }));
  await screen.findByRole('heading', { name: 'Сейчас' });
  expect(screen.getByTestId('address')).toHaveTextContent(/^\/shift$/);
});

test('a note is sent for the company, or for the checked buildings, and said; one of one’s own is taken back', async () => {
  session.checkedBuildings.set([2]);
  const { server } = open(
    { json: shift({ notes: [note(), note({ id: 4, text: 'Моя', own: true, buildings: 1 })] }) },
    '/shift',
    {
      [NOTES]: { status: 201, json: { params: note({ id: 9 }) } },
      'DELETE /api/crm/shift/notes/4/': { status: 204 },
    },
  );
  const box = await screen.findByRole('textbox', { name: /^Что передать следующей смене/ });
  await userEvent.type(box, ' Лифт стоит ');
  await userEvent.click(screen.getByRole('radio', { name: 'По выбранным домам' }));
  await userEvent.click(screen.getByRole('button', { name: 'Оставить записку' }));
  await said('Записка оставлена');
  expect(server.callsTo(NOTES).at(-1)?.body).toEqual({ text: 'Лифт стоит', buildings: [2] });
  expect(box).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Убрать записку: Ключи у консьержа' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Убрать записку: Моя' }));
  await said('Записка убрана');
});

test('a shift is handed over with a note, after a question; until it is taken everybody may accept it', async () => {
  const waits = handover({ accepted: null });
  const { server } = open({ json: shift({ handovers: [waits] }) }, '/shift', {
    [HANDOVERS]: { status: 201, json: { params: waits } },
    'POST /api/crm/shift/handovers/5/accept/': { json: { params: handover() } },
  });
  const banner = await screen.findByText(/^Анна Ким сдаёт смену, 5 мар/);
  expect(banner).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Принять смену' }));
  await said('Смена принята');
  await userEvent.click(screen.getByRole('button', { name: 'Сдать смену' }));
  const dialog = await screen.findByRole('dialog', { name: 'Сдать смену?' });
  await userEvent.type(within(dialog).getByRole('textbox'), 'Ключи у Анны');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сдать смену' }));
  await said('Смена сдана');
  expect(server.callsTo(HANDOVERS).at(-1)?.body).toEqual({ buildings: null, note: 'Ключи у Анны' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what colleagues write is there at once', async () => {
  let notes: ShiftNote[] = [];
  open(() => ({ json: shift({ notes }) }));
  await screen.findByText('Записок нет');
  notes = [note()];
  notifyLiveFrame({ type: 'shift-changed' });
  await screen.findByText('Ключи у консьержа');
});

test('without anything to tell it says that all is calm; a failure is offered again', async () => {
  let fails = true;
  open(() => (fails ? { status: 500, json: {} } : { json: shift({ counts: NOTHING, buildings: [] }) }));
  await screen.findByText('Данные не доехали');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'обновить страницу' }));
  await screen.findByText('Во всех домах спокойно');
});

test('without a network it is marked as of before, on paper too; another shift says that it is not there', async () => {
  const { router } = open({ json: shift() });
  await screen.findByText('Записок нет');
  network(false);
  const note = await screen.findByText(/Показано то, что было загружено/);
  expect(note.closest('[data-print]')).not.toBeNull();
  await act(() => router.navigate('/shift?shift=5'));
  expect(await screen.findByText('Нет связи с сервером')).toBeVisible();
  expect(screen.queryByText(/Показано то, что было загружено/)).toBeNull();
  network(true);
  await screen.findByText('Записок нет');
});

test('where the server has no shifts the page is closed and asks for nothing', async () => {
  session.features.set({ ...EVERY_ADDITION, shift: false });
  const { server } = open({ json: shift() });
  await screen.findByText('Для вас доступ закрыт');
  expect(server.callsTo(SHIFT)).toEqual([]);
});

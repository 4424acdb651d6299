import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { notifyLiveFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import { currentTime, setClock } from '#resources/clock.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import type { Move } from '#resources/language/kinds/state.ts';
import { MS } from '#resources/limits.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { delayedReply, type WireCall } from '#tests/support/console/server.ts';
import { said } from '#tests/support/console/stage.tsx';

const LIST = 'GET /api/records/keys';
const ONE = 'GET /api/records/keys/1';
const MOVE = 'POST /api/records/keys/1/move/';
const UNDO = 'POST /api/records/keys/1/move/undo/';

/** Keys that are given out, by whoever is named, and taken back with a note. */
const FIELDS: ResourceInput['fields'] = {
  label: { kind: 'text', label: 'Что открывает', required: true },
  holder: { kind: 'reference', label: 'Держатель', to: 'employees' },
  note: { kind: 'text', label: 'Отметка', max: 20 },
  copies: { kind: 'number', label: 'Копий', min: 0, max: 9 },
  stage: {
    kind: 'state',
    label: 'Состояние',
    filter: true,
    states: [
      { value: 'here', label: 'На месте', colour: 'success' },
      { value: 'out', label: 'Выдан', colour: 'warning' },
      { value: 'lost', label: 'Утерян', colour: 'danger', final: true },
    ],
    moves: [
      { name: 'give', label: 'Выдать', from: ['here'], to: 'out' },
      {
        name: 'return',
        label: 'Принять',
        from: ['out'],
        to: 'here',
        who: { person: ['holder'], author: true },
        asks: [{ field: 'note', required: true }, { field: 'copies' }],
        said: 'Ключ снова на месте',
      },
      {
        name: 'lose',
        label: 'Списать',
        from: ['here', 'out'],
        to: 'lost',
        confirm: 'Списать ключ? Вернуть будет нельзя',
      },
    ],
  },
};
const CHANGE: Partial<ResourceInput> = {
  fields: FIELDS,
  list: { layout: 'table', columns: ['label', 'stage'], menu: ['edit'] },
  card: { title: 'label', fields: ['stage', 'note'] },
  form: [{ fields: ['label', 'stage', 'note'] }],
};
const KEY = {
  id: 1,
  label: 'Подвал',
  stage: 'here',
  note: null,
  copies: 2,
  record_author: 5,
  holder: null,
  record_version: 'v1',
};

/** The server's answer about a record that another person has changed. */
const CHANGED = {
  detail: 'Запись изменилась',
  code: 'record_changed',
  changed: { by: { user: 9, name: 'Анна Лебедева' }, at: '2026-11-26T08:00:00.000Z' },
};

/** Opens the list, or its card, of one key. */
async function open({
  level = 'write',
  key = {},
  address = '/keys?id=1',
  change = {},
  answers = {},
}: {
  level?: string;
  key?: object;
  address?: string;
  change?: Partial<ResourceInput>;
  answers?: Parameters<typeof signedIn>[1];
} = {}) {
  let record: Record<string, unknown> = { ...KEY, ...key };
  const server = signedIn(level, {
    [LIST]: () => ({ json: [record], headers: { 'content-range': 'keys 0-0/1' } }),
    [ONE]: () => ({ json: record }),
    [MOVE]: ({ body }: WireCall) => {
      const { move, values, record_version: seen } = body as { move: string; values: object; record_version: string };
      if (seen !== record.record_version) return { status: 409, json: CHANGED };
      const to = { give: 'out', return: 'here', lose: 'lost' }[move];
      record = { ...record, ...values, stage: to, record_version: `after ${move}` };
      return { json: record };
    },
    [UNDO]: () => {
      record = { ...KEY, ...key };
      return { json: record };
    },
    'GET /api/records/keys/1/history/': { json: { results: [], before: null } },
    ...answers,
  });
  const page = openSection(madeUp({ ...CHANGE, ...change }), address);
  await screen.findAllByText('Подвал');
  return { server, ...page, become: (next: object) => Object.assign(record, next) };
}
const card = async () => within(await screen.findByRole('complementary', { name: 'Подвал' }));
const actions = async () => within(await (await card()).findByRole('region', { name: 'Действия' }));
const labels = async () => (await actions()).getAllByRole('button').map(({ textContent }) => textContent);
const chip = (text: string) => screen.findAllByText(text);
const menu = async () => {
  await userEvent.click(screen.getAllByRole('button', { name: /^Действия/ })[0] as HTMLElement);
  return within(await screen.findByRole('menu'));
};

test('a state is a chip of its colour in the list and the card, and the filter offers the states', async () => {
  await open();
  const chips = await chip('На месте');
  expect(chips.filter(({ dataset }) => dataset.colour === 'success').length).toBeGreaterThanOrEqual(2);
});

test('the card offers what leads on from the state; a move is made at once, said, and can be taken back', async () => {
  const { server } = await open();
  expect(await labels()).toEqual(['Выдать', 'Списать']);
  await userEvent.click((await actions()).getByRole('button', { name: 'Выдать' }));
  await said('Теперь «Выдан»');
  expect(server.callsTo(MOVE).map(({ body }) => body)).toEqual([{ move: 'give', values: {}, record_version: 'v1' }]);
  await waitFor(async () => expect(await labels()).toEqual(['Принять', 'Списать']));
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
  await waitFor(async () => expect(await labels()).toEqual(['Выдать', 'Списать']));
  expect(server.callsTo(UNDO)).toHaveLength(1);
});

test('the second click of two makes no move: the next one stands where the first was', async () => {
  const { server } = await open();
  fireEvent.click((await actions()).getByRole('button', { name: 'Выдать' }), { detail: 2 });
  fireEvent.click((await actions()).getByRole('button', { name: 'Выдать' }), { detail: 1 });
  await said('Теперь «Выдан»');
  expect(server.callsTo(MOVE)).toHaveLength(1);
});

test('the card keeps the focus when the button that had it goes with the state', async () => {
  await open();
  await userEvent.click((await actions()).getByRole('button', { name: 'Выдать' }));
  await said('Теперь «Выдан»');
  const whole = await screen.findByRole('complementary', { name: 'Подвал' });
  await waitFor(() => expect(whole.contains(document.activeElement)).toBe(true));
});

test('what a move asks for is asked in a dialog, held to its rules, and what the server says stands at the field', async () => {
  const { server } = await open({ key: { stage: 'out' } });
  act(() => session.userId.set('5'));
  await userEvent.click(await (await actions()).findByRole('button', { name: 'Принять' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Принять' }));
  expect(await dialog.findByLabelText(/^Копий/)).toHaveValue('2');
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  expect(await dialog.findByText('обязательное поле')).toBeVisible();
  expect(server.callsTo(MOVE)).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/^Отметка/), 'цел');
  server.answer(MOVE, { status: 400, json: { note: ['так нельзя'] } });
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  expect(await dialog.findByText('так нельзя')).toBeVisible();
  server.answer(MOVE, { json: { ...KEY, note: 'цел' } });
  await userEvent.type(dialog.getByLabelText(/^Отметка/), '!');
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await said('Ключ снова на месте');
  expect(server.callsTo(MOVE).at(-1)?.body).toEqual({
    move: 'return',
    values: { note: 'цел!', copies: 2 },
    record_version: 'v1',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a question comes first, and giving it up does nothing', async () => {
  const { server } = await open();
  const ask = async () => {
    await userEvent.click((await actions()).getByRole('button', { name: 'Списать' }));
    return within(await screen.findByRole('dialog', { name: 'Списать ключ? Вернуть будет нельзя' }));
  };
  await userEvent.click((await ask()).getByRole('button', { name: 'Не сейчас' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo(MOVE)).toEqual([]);
  await userEvent.click((await ask()).getByRole('button', { name: 'Списать' }));
  await said('Теперь «Утерян»');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Действия' })).toBeNull());
});

/** The section with moves of another kind. */
function withMoves(change: (move: Move) => object): Partial<ResourceInput> {
  const { stage } = FIELDS;
  if (stage?.kind !== 'state') throw new Error('The section has no states');
  return {
    fields: { ...FIELDS, stage: { ...stage, moves: stage.moves.map((move) => ({ ...move, ...change(move) })) } },
  };
}

/** Presses a button for as long as a move that is to be held wants it. */
async function holdKey(person: UserEvent, key: string) {
  await person.keyboard(`{${key}>}`);
  await act(() => new Promise((resolve) => setTimeout(resolve, MS.hold + 100)));
  await person.keyboard(`{/${key}}`);
}

test.each(['card', 'menu of the row'])(
  'a move that is to be held is made by a held button of its dialog: from the %s',
  async (from) => {
    const person = userEvent.setup();
    const { server } = await open({ change: withMoves(({ name }) => (name === 'give' ? { hold: true } : {})) });
    if (from === 'card') await userEvent.click((await actions()).getByRole('button', { name: 'Выдать' }));
    else await userEvent.click((await menu()).getByRole('menuitem', { name: 'Выдать' }));
    const button = await within(await screen.findByRole('dialog', { name: 'Выдать' })).findByRole('button', {
      name: 'Выдать',
    });
    expect(button).toHaveAccessibleDescription('Удерживайте 1,5 секунды. Отпустите, чтобы отменить');
    await person.pointer([{ keys: '[MouseLeft>]', target: button }]);
    expect(button).toHaveTextContent('Удерживайте...');
    await person.pointer([{ keys: '[/MouseLeft]', target: button }]);
    expect(button).toHaveTextContent('Выдать');
    expect(server.callsTo(MOVE)).toEqual([]);
    button.focus();
    await holdKey(person, from === 'card' ? 'Enter' : ' ');
    await said('Теперь «Выдан»');
    expect(server.callsTo(MOVE).map(({ body }) => body)).toEqual([{ move: 'give', values: {}, record_version: 'v1' }]);
  },
);

test('Enter in a field of a dialog sends no move that is to be held; a bare click, as voice control makes it, does', async () => {
  const key = { stage: 'out', holder: { id: 1, label: null } };
  const { server } = await open({ key, change: withMoves(({ name }) => (name === 'return' ? { hold: true } : {})) });
  await userEvent.click((await actions()).getByRole('button', { name: 'Принять' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Принять' }));
  await userEvent.type(await dialog.findByLabelText(/^Отметка/), 'цел{Enter}');
  await act(async () => undefined);
  expect(server.callsTo(MOVE)).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await said('Ключ снова на месте');
  expect(server.callsTo(MOVE)).toHaveLength(1);
});

test('a move whose condition is not true of the record is greyed with its hint, and open as soon as it is', async () => {
  const [stage] = Object.entries(FIELDS).flatMap(([, field]) => (field.kind === 'state' ? field : []));
  const when = { that: 'copies > 0', hint: 'Копий не осталось' };
  const moves = stage?.moves.map((move) => (move.name === 'give' ? { ...move, when } : move)) ?? [];
  const change = { fields: { ...FIELDS, stage: { ...stage, moves } } } as Partial<ResourceInput>;
  const { server, become } = await open({ key: { copies: 0 }, change });
  const button = async () => (await actions()).getByRole('button', { name: 'Выдать' });
  expect(await button()).toHaveAccessibleDescription('Копий не осталось');
  await userEvent.click(await button());
  expect(server.callsTo(MOVE)).toEqual([]);
  become({ copies: 1 });
  act(() => notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 }));
  await waitFor(async () => expect(await button()).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(await button());
  await said('Теперь «Выдан»');
});

test('PERM-12: a move that is not the person’s is greyed with who may make it, in the card and in the menu', async () => {
  const { server } = await open({ level: 'read', key: { stage: 'out' } });
  const button = (await actions()).getByRole('button', { name: 'Принять' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription('Это может только сотрудник из поля «Держатель» или автор записи');
  await userEvent.click(button);
  const other = (await actions()).getByRole('button', { name: 'Списать' });
  expect(other).toHaveAccessibleDescription(/^Нет права «.*добавление и редактирование»/);
  const items = await menu();
  expect(items.getByRole('menuitem', { name: 'Принять' })).toHaveAccessibleDescription(/^Это может только/);
  expect(items.getByRole('menuitem', { name: 'Редактировать' })).toHaveAccessibleDescription(/^Нет права/);
  expect(server.callsTo(MOVE)).toEqual([]);
});

test('a person that the record names may move it by the menu of its row, without the right to change it', async () => {
  const key = { stage: 'out', holder: { id: 1, label: null } };
  const { server } = await open({ level: 'read', key, address: '/keys' });
  await userEvent.click((await menu()).getByRole('menuitem', { name: 'Принять' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Принять' }));
  await userEvent.type(await dialog.findByLabelText(/^Отметка/), 'цел');
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await said('Ключ снова на месте');
  expect(server.callsTo(MOVE)).toHaveLength(1);
  // The press in the dialog opened no card.
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('a section without other actions has a menu for its moves, and none for a record that nothing leads on from', async () => {
  const list = { layout: 'table', columns: ['label', 'stage'] } as const;
  const first = await open({ address: '/keys', change: { list: { ...list, columns: [...list.columns] } } });
  await userEvent.click((await menu()).getByRole('menuitem', { name: 'Выдать' }));
  await said('Теперь «Выдан»');
  first.unmount();
  await open({ address: '/keys', key: { stage: 'lost' }, change: { list: { ...list, columns: [...list.columns] } } });
  expect(screen.queryByRole('button', { name: /^Действия/ })).toBeNull();
});

/** The alert's messages from now on. */
function heardFailures() {
  const told: string[] = [];
  stops.push(onFailure(({ message }) => told.push(message)));
  return told;
}
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('of a record that somebody else has changed that is told, it is filled in anew, and what was typed stays', async () => {
  const { server, become } = await open({ key: { stage: 'out', holder: { id: 1, label: null } } });
  await userEvent.click((await actions()).getByRole('button', { name: 'Принять' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Принять' }));
  await userEvent.type(await dialog.findByLabelText(/^Отметка/), 'цел');
  const told = heardFailures();
  become({ note: 'в сейфе', copies: 5, record_version: 'v2' });
  // The card shows the newer record, the dialog still what it was opened with: that is what it speaks of.
  notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 });
  await screen.findByText('в сейфе');
  expect(dialog.getByLabelText(/^Копий/)).toHaveValue('2');
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await waitFor(() => expect(told).toEqual([expect.stringContaining('изменил кто-то ещё (Анна Лебедева)')]));
  expect(server.callsTo(MOVE).map(({ body }) => body)).toEqual([expect.objectContaining({ record_version: 'v1' })]);
  await waitFor(() => expect(dialog.getByLabelText(/^Копий/)).toHaveValue('5'));
  expect(dialog.getByLabelText(/^Отметка/)).toHaveValue('цел');
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await said('Ключ снова на месте');
  expect(server.callsTo(MOVE).at(-1)?.body).toMatchObject({ values: { note: 'цел', copies: 5 }, record_version: 'v2' });
});

test('the dialog of a row outlives it: what was typed stays, and the server says what has become of the record', async () => {
  const { server } = await open({ key: { stage: 'out', holder: { id: 1, label: null } }, address: '/keys' });
  await userEvent.click((await menu()).getByRole('menuitem', { name: 'Принять' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Принять' }));
  await userEvent.type(await dialog.findByLabelText(/^Отметка/), 'цел');
  const told = heardFailures();
  server.answer(LIST, { json: [], headers: { 'content-range': 'keys */0' } });
  notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 });
  await waitFor(() => expect(screen.queryByText('Подвал')).toBeNull());
  expect(dialog.getByLabelText(/^Отметка/)).toHaveValue('цел');
  server.answer(MOVE, { status: 404, json: { detail: 'Записи больше нет' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await waitFor(() => expect(told).toEqual(['Записи больше нет']));
  server.answer(MOVE, { json: { ...KEY, note: 'цел' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await said('Ключ снова на месте');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what was moved stands so at once, in the card and the list, before either is fetched anew', async () => {
  const { server } = await open();
  expect(await labels()).toEqual(['Выдать', 'Списать']);
  const told = heardFailures();
  // Nothing is answered any more but moves.
  const waiting = delayedReply({ json: [], headers: { 'content-range': 'keys */0' } });
  for (const call of [LIST, ONE]) server.answer(call, waiting.reply);
  await userEvent.click((await actions()).getByRole('button', { name: 'Выдать' }));
  await said('Теперь «Выдан»');
  expect(await labels()).toEqual(['Принять', 'Списать']);
  expect(within(screen.getByRole('table')).getByText('Выдан')).toBeInTheDocument();
  const items = await menu();
  expect(items.queryByRole('menuitem', { name: 'Выдать' })).toBeNull();
  await userEvent.click(items.getByRole('menuitem', { name: 'Списать' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Списать' }));
  await said('Теперь «Утерян»');
  expect(told).toEqual([]);
  expect(server.callsTo(MOVE).at(-1)?.body).toMatchObject({ record_version: 'after give' });
});

test('of two moves of a record the last alone is offered to be taken back; where it cannot be, all is shown as it is', async () => {
  const { server, become } = await open();
  await userEvent.click((await actions()).getByRole('button', { name: 'Выдать' }));
  await said('Теперь «Выдан»');
  await userEvent.click((await actions()).getByRole('button', { name: 'Списать' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Списать' }));
  await said('Теперь «Утерян»');
  const told = heardFailures();
  become({ stage: 'here', record_version: 'v9' });
  server.answer(UNDO, { status: 409, json: { detail: 'Уже поздно', code: 'too_late_to_undo' } });
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
  await waitFor(() => expect(told).toEqual(['Уже поздно']));
  await waitFor(async () => expect(await labels()).toEqual(['Выдать', 'Списать']));
  expect(screen.queryByRole('button', { name: 'Вернуть' })).toBeNull();
});

test('what others move shows without a reload; what is moved elsewhere changes nothing', async () => {
  const { server, become } = await open();
  expect(await labels()).toEqual(['Выдать', 'Списать']);
  const before = server.callsTo(LIST).length;
  become({ stage: 'out' });
  notifyLiveFrame({ type: 'record-moved', section: 'passes', id: 1 });
  notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 });
  notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 });
  await waitFor(async () => expect(await labels()).toEqual(['Принять', 'Списать']));
  expect(server.callsTo(LIST).length).toBe(before + 1);
});

const TOTALS = 'GET /api/records/keys/totals/';
async function openWithTotals() {
  const list = { ...CHANGE.list, totals: [{ field: 'copies', figures: ['sum'] }] } as ResourceInput['list'];
  const counted = { json: { count: 1, totals: { copies: { sum: '2' } } } };
  const { server } = await open({ address: '/keys', change: { list }, answers: { [TOTALS]: counted } });
  await screen.findByRole('rowheader', { name: /^Итого/ });
  return server;
}

test('the totals of all records follow what others move at a longer pause, and a move of one’s own at once', async () => {
  const server = await openWithTotals();
  const calls = () => [server.callsTo(LIST).length, server.callsTo(TOTALS).length] as const;
  const [rows, totals] = calls();
  notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 });
  await waitFor(() => expect(calls()[0]).toBe(rows + 1), { timeout: 3_000 });
  await userEvent.click((await menu()).getByRole('menuitem', { name: 'Выдать' }));
  await said('Теперь «Выдан»');
  await waitFor(() => expect(calls()).toEqual([rows + 2, totals + 1]));
});

test('the totals follow what others move once they are half a minute old', async () => {
  const server = await openWithTotals();
  const totals = server.callsTo(TOTALS).length;
  const later = currentTime() + 31_000;
  setClock(() => later);
  stops.push(() => setClock(null));
  notifyLiveFrame({ type: 'record-moved', section: 'keys', id: 1 });
  await waitFor(() => expect(server.callsTo(TOTALS)).toHaveLength(totals + 1), { timeout: 3_000 });
});

test('a server that has not this addition is asked for no move: the state is shown and nothing more', async () => {
  const { moves: _moves, exports: _files, sessions: _list, notices: _bell, ...additions } = EVERY_ADDITION;
  session.features.set(additions as never);
  const list = { layout: 'table', columns: ['label', 'stage'] } as const;
  await open({ change: { list: { ...list, columns: [...list.columns] } } });
  await chip('На месте');
  await (await card()).findByText('Изменений ещё не было');
  expect(screen.queryByRole('region', { name: 'Действия' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Действия/ })).toBeNull();
});

test('a form shows the state of a record and asks for none of a new one', async () => {
  signedIn('write', { [ONE]: { json: KEY } });
  const edit = openSection(madeUp(CHANGE), '/keys/edit?id=1');
  expect(await screen.findByText('На месте')).toBeVisible();
  edit.unmount();
  openSection(madeUp(CHANGE), '/keys/create');
  await screen.findByLabelText(/^Что открывает/);
  expect(screen.queryByText('Состояние')).toBeNull();
});

test('a dialog asks for a field only while its condition holds, and sends nothing of one that it asked for before', async () => {
  const stage = FIELDS.stage as Extract<ResourceInput['fields'][string], { kind: 'state' }>;
  const asks = [{ field: 'damaged' }, { field: 'damage' }];
  const { server } = await open({
    key: { stage: 'out', damaged: false, damage: null },
    change: {
      fields: {
        ...FIELDS,
        damaged: { kind: 'checkbox', label: 'Повреждён' },
        damage: { kind: 'text', label: 'Что повреждено', max: 20, when: 'damaged', required: 'damaged' },
        stage: {
          ...stage,
          moves: stage.moves.map((move) =>
            move.name === 'return' ? { ...move, who: { level: 'write' }, asks } : move,
          ),
        },
      },
    },
  });
  const ask = async () => {
    await userEvent.click((await actions()).getByRole('button', { name: 'Принять' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Принять' }));
    return { dialog, box: await dialog.findByRole('checkbox') };
  };
  const { dialog, box } = await ask();
  expect(dialog.queryByLabelText(/^Что повреждено/)).toBeNull();
  await userEvent.click(box);
  const damage = await dialog.findByLabelText(/^Что повреждено/);
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  expect(await dialog.findByText('обязательное поле')).toBeInTheDocument();
  expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.type(damage, 'погнут');
  await userEvent.click(box);
  await waitFor(() => expect(dialog.queryByLabelText(/^Что повреждено/)).toBeNull());
  await userEvent.click(dialog.getByRole('button', { name: 'Принять' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const bodies = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies).toEqual([expect.objectContaining({ move: 'return', values: { damaged: false } })]);
});

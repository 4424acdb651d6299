import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import type { ResourceInput } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { delayedReply, type WireCall } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

const LIST = 'GET /api/records/keys';
const PUT = 'PUT /api/records/keys/1';
const ONE = 'GET /api/records/keys/1';

interface Key {
  id: number;
  label: string;
  kept_in: string | null;
  copies: number | null;
  note: string | null;
  lost: boolean;
  record_version: string;
}

const FIRST: Key = {
  id: 1,
  label: 'Подвал',
  kept_in: 'safe',
  copies: 2,
  note: null,
  lost: false,
  record_version: 'v1',
};
const SECOND: Key = { ...FIRST, id: 2, label: 'Чердак', copies: 5, lost: true, record_version: 'w1' };

const section = (change: Partial<ResourceInput> = {}) =>
  madeUp({
    fields: {
      label: { kind: 'text', label: 'Что открывает', required: true, min: 3, max: 40 },
      place: {
        kind: 'choice',
        label: 'Где лежит',
        options: [
          { value: 'safe', label: 'Сейф' },
          { value: 'desk', label: 'Стол' },
        ],
        wire: 'kept_in',
      },
      copies: { kind: 'number', label: 'Копий', min: 0, max: 9, readonly: 'lost' },
      lost: { kind: 'checkbox', label: 'Потерян' },
      note: { kind: 'long-text', label: 'Заметка', required: 'lost' },
      twice: { kind: 'number', label: 'Дважды', computed: 'copies * 2' },
    },
    list: {
      layout: 'table',
      columns: ['label', 'place', 'copies', 'note', 'lost', 'twice'],
      menu: ['edit', 'hold-delete'],
    },
    card: { title: 'label', fields: ['label', 'place'], edit: true },
    form: [{ fields: ['label', 'place', 'copies', 'lost', 'note'] }],
    checks: [{ field: 'note', that: 'copies < 9 || !empty(note)', message: 'Скажите, зачем столько' }],
    ...change,
  });

/** A server that keeps the two records, and answers a change with what is kept then. */
function keeping() {
  const kept = new Map([FIRST, SECOND].map((record) => [record.id, { ...record }]));
  const server = signedIn('write', {
    [LIST]: () => ({ json: [...kept.values()], headers: { 'content-range': `keys 0-1/2` } }),
    [ONE]: () => ({ json: kept.get(1) }),
    'GET /api/records/keys/1/history/': { json: { results: [], before: null } },
    'GET /api/authorized/views/': { json: { results: [] } },
    [PUT]: ({ body }: WireCall) => put(1, body as Partial<Key>),
    'PUT /api/records/keys/2': ({ body }: WireCall) => put(2, body as Partial<Key>),
  });
  let version = 1;
  function put(id: number, change: Partial<Key>) {
    version += 1;
    const record = { ...(kept.get(id) as Key), ...change, record_version: `v${version}` };
    kept.set(id, record);
    return { json: record };
  }
  /** Changes by another person meanwhile. */
  const elsewhere = (change: Partial<Key>) => put(1, change);
  /** Sorts the list by label from now on, and leaves some records out. */
  const sortByLabel = (isListed: (record: Key) => boolean = () => true) =>
    server.answer(LIST, () => {
      const records = [...kept.values()].filter(isListed).sort((one, other) => one.label.localeCompare(other.label));
      return {
        json: records,
        headers: { 'content-range': records.length ? `keys 0-${records.length - 1}/${records.length}` : 'keys */0' },
      };
    });
  return { server, elsewhere, sortByLabel };
}

async function open(resource = section(), isEditing = true) {
  const { server, elsewhere, sortByLabel } = keeping();
  const page = openSection(resource, '/keys');
  await screen.findByText('Подвал');
  if (isEditing) await userEvent.click(await screen.findByRole('button', { name: 'Правка в таблице' }));
  if (isEditing) await screen.findByRole('grid');
  return { server, elsewhere, sortByLabel, ...page };
}

const cell = (name: string, row = 0) =>
  document.querySelectorAll<HTMLElement>(`td[data-cell="${name}"]`)[row] as HTMLElement;
const editor = (name: RegExp) => screen.findByRole('dialog', { name });
const backdrop = () => document.querySelector('.MuiBackdrop-root') as HTMLElement;
const editors = () => document.querySelectorAll('[role="dialog"]').length;
async function edit(name: string, row = 0) {
  act(() => cell(name, row).focus());
  await userEvent.keyboard('{F2}');
}
const bodies = (calls: readonly WireCall[]) => calls.map(({ body }) => body);

test('a plain click opens the record, also while cells are edited; a double click opens the input of a cell', async () => {
  const { where } = await open();
  await userEvent.click(cell('place'));
  await waitFor(() => expect(where()).toBe('/keys?id=1'));
  await userEvent.click(await screen.findByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(where()).not.toContain('id='));
  await userEvent.dblClick(within(cell('label')).getByText('Подвал'));
  const box = within(await editor(/^Что открывает – Подвал/)).getByLabelText('Что открывает');
  await waitFor(() => expect(box).toHaveFocus());
  expect(where()).not.toContain('id=');
});

test('Enter saves one field by the version that is shown; the change is said, and taken back by the newer version', async () => {
  const { server } = await open();
  await edit('label');
  await editor(/^Что открывает/);
  await userEvent.keyboard('Подъезд{Enter}');
  await waitFor(() => expect(editors()).toBe(0));
  expect(bodies(server.callsTo(PUT))).toEqual([{ label: 'Подъезд', record_version: 'v1' }]);
  await screen.findByText('Подъезд');
  expect(cell('label')).toHaveFocus();
  await screen.findByText('Сохранено: Что открывает');
  await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
  await screen.findByText('Подвал');
  expect(server.callsTo(PUT)[1]?.body).toEqual({ label: 'Подвал', record_version: 'v2' });
});

test('Escape gives the value back, and a value that stays the same is not sent', async () => {
  const { server } = await open();
  await edit('label');
  await editor(/^Что открывает/);
  await userEvent.keyboard('Подъезд{Escape}');
  await waitFor(() => expect(editors()).toBe(0));
  expect(cell('label')).toHaveFocus();
  await edit('label');
  await editor(/^Что открывает/);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(editors()).toBe(0));
  expect(server.callsTo(PUT)).toEqual([]);
});

test('leaving a cell saves it', async () => {
  const { server } = await open();
  await edit('place');
  await userEvent.selectOptions(within(await editor(/^Где лежит/)).getByRole('combobox'), 'Стол');
  await userEvent.click(backdrop());
  await waitFor(() => expect(editors()).toBe(0));
  expect(bodies(server.callsTo(PUT))).toEqual([{ kept_in: 'desk', record_version: 'v1' }]);
});

test('while a value is saved it is not sent again, and Escape hides nothing that the server says of it', async () => {
  const { server } = await open();
  const refusal = delayedReply({ status: 400, json: { label: ['такой ключ уже есть'], request_id: 'r' } });
  server.answer(PUT, refusal.reply);
  await edit('label');
  const dialog = await editor(/^Что открывает/);
  await userEvent.keyboard('Лифт{Tab}');
  await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(1));
  await userEvent.click(backdrop());
  fireEvent.keyDown(dialog, { key: 'Escape' });
  refusal.release();
  await within(dialog).findByText('такой ключ уже есть');
  expect(server.callsTo(PUT)).toHaveLength(1);
  takeComplaints();
  const saving = delayedReply({ json: { ...FIRST, label: 'Лифты', record_version: 'v2' } });
  server.answer(PUT, saving.reply);
  await userEvent.keyboard('ы{Tab}');
  await waitFor(() => expect(server.callsTo(PUT)).toHaveLength(2));
  await userEvent.click(backdrop());
  saving.release();
  await editor(/^Где лежит/);
  expect(server.callsTo(PUT)).toHaveLength(2);
});

describe('an input of several controls', () => {
  const services = { kind: 'some-of', label: 'Работы', from: '/api/crm/services/', text: 'name' } as const;
  const label = { kind: 'text', label: 'Что открывает' } as const;
  const place = {
    kind: 'choice',
    label: 'Где лежит',
    as: 'radio',
    options: [
      { value: 'desk', label: 'Стол' },
      { value: 'safe', label: 'Сейф' },
    ],
    wire: 'kept_in',
  } as const;
  const several = () =>
    section({
      fields: { label, services, place },
      list: { layout: 'table', columns: ['label', 'services', 'place'], menu: ['edit'] },
      card: { title: 'label', fields: ['label', 'place'], edit: true },
      form: [{ fields: ['label', 'services', 'place'] }],
      checks: [],
    });
  const json = [1, 2].map((id) => ({ id, name: `Работа ${id}`, icon: 'water' }));

  test('Tab goes through its buttons, and leaves it from the last', async () => {
    const { server } = await open(several());
    server.answer('GET /api/crm/services/', { json });
    await edit('services');
    const dialog = within(await editor(/^Работы/));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Работа 1' })).toHaveFocus());
    await userEvent.tab();
    expect(dialog.getByRole('button', { name: 'Работа 2' })).toHaveFocus();
    await userEvent.keyboard(' ');
    await userEvent.tab({ shift: true });
    expect(dialog.getByRole('button', { name: 'Работа 1' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    await editor(/^Где лежит/);
    expect(bodies(server.callsTo(PUT))).toEqual([{ services: [2], record_version: 'v1' }]);
  });

  test('radio buttons are one stop, which begins at the chosen one', async () => {
    await open(several());
    await edit('place');
    const dialog = within(await editor(/^Где лежит/));
    expect(dialog.getByRole('radio', { name: 'Сейф' })).toHaveFocus();
    await userEvent.tab();
    await editor(/^Что открывает – Чердак/);
  });
});

describe('the list comes anew in another order', () => {
  const HEIGHT = 40;
  /** Rows of a height, as a browser lays them out. */
  function layOut() {
    const original = HTMLElement.prototype.getBoundingClientRect;
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const row = this.matches('[data-cell]') ? this.closest('tr') : null;
      if (!row) return original.call(this);
      return new DOMRect(0, HEIGHT * [...document.querySelectorAll('tr')].indexOf(row), 100, HEIGHT);
    });
  }

  test('the next cell is of the same record, and its input stands over it', async () => {
    layOut();
    const { sortByLabel } = await open();
    await edit('label');
    const firstTop = (await editor(/^Что открывает/)).style.top;
    sortByLabel();
    await userEvent.keyboard('Щитовая{Tab}');
    const dialog = await editor(/^Где лежит/);
    await waitFor(() => expect(cell('label')).toHaveTextContent('Чердак'));
    await waitFor(() => expect(Number.parseFloat(dialog.style.top)).toBe(Number.parseFloat(firstTop) + HEIGHT));
    await userEvent.keyboard('{Escape}');
    expect(cell('place', 1)).toHaveFocus();
  });

  test('once the row has left it the same column of the nearest has the focus, else the heading', async () => {
    const { sortByLabel, queryClient } = await open();
    await edit('label');
    await editor(/^Что открывает/);
    sortByLabel(({ id }) => id === 2);
    await userEvent.keyboard('Щитовая{Enter}');
    await waitFor(() => expect(document.querySelectorAll('td[data-cell="label"]')).toHaveLength(1));
    await waitFor(() => expect(cell('label')).toHaveFocus());
    expect(cell('label')).toHaveTextContent('Чердак');
    sortByLabel(() => false);
    await act(() => queryClient.invalidateQueries({ queryKey: ['keys'] }));
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});

describe('what is typed in a cell stays', () => {
  async function type() {
    const page = await open();
    await edit('label');
    const box = within(await editor(/^Что открывает/)).getByLabelText('Что открывает');
    await userEvent.keyboard('Подъезд');
    return { ...page, box };
  }

  test('while the list has no records any more', async () => {
    const { sortByLabel, queryClient, box } = await type();
    sortByLabel(() => false);
    await act(() => queryClient.invalidateQueries({ queryKey: ['keys'] }));
    await waitFor(() => expect(cell('label')).toBeUndefined());
    expect(box).toHaveValue('Подъезд');
    expect(box).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('while the person may not change records any more', async () => {
    const { box } = await type();
    act(() => session.permissions.set({ keys: 'read' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Правка в таблице', hidden: true })).toBeNull());
    expect(box).toBeInTheDocument();
    expect(box).toHaveValue('Подъезд');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  });

  test('until it is asked whether the page is to be left without it', async () => {
    const { router, where, box } = await type();
    fireEvent.click(screen.getByRole('link', { name: /Добавить ключ/, hidden: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Отменить' }));
    expect(where()).toBe('/keys');
    expect(box).toHaveValue('Подъезд');
    await act(async () => router.navigate('/elsewhere'));
    await userEvent.click(await screen.findByRole('button', { name: 'Уйти' }));
    await waitFor(() => expect(where()).toBe('/elsewhere'));
  });
});

test('arrows go from cell to cell; Tab saves and opens the next cell that can be changed', async () => {
  const { server } = await open();
  act(() => cell('label').focus());
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
  expect(cell('copies', 1)).toHaveFocus();
  expect(cell('copies', 1)).toHaveAttribute('aria-readonly', 'true');
  await userEvent.keyboard('{Home}{ArrowUp}{ArrowUp}{ArrowLeft}');
  expect(cell('label')).toHaveFocus();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  expect(cell('twice', 1)).toHaveFocus();
  await edit('copies');
  await editor(/^Копий/);
  await userEvent.keyboard('4{Tab}');
  await editor(/^Заметка/);
  expect(bodies(server.callsTo(PUT))).toEqual([{ copies: 4, record_version: 'v1' }]);
  await userEvent.tab({ shift: true });
  await editor(/^Копий/);
  // From the last cell of a row to the first of the next, past the computed one.
  await userEvent.keyboard('{Escape}');
  await edit('lost');
  await editor(/^Потерян/);
  await userEvent.tab();
  await editor(/^Что открывает – Чердак/);
});

test('what is wrong with a value is said at the cell, by the rule of the field, a check over several and the server', async () => {
  const { server } = await open();
  await edit('label');
  const dialog = await editor(/^Что открывает/);
  await userEvent.clear(within(dialog).getByLabelText('Что открывает'));
  await userEvent.keyboard('{Enter}');
  await within(dialog).findByText(/обязательное поле/i);
  server.answer(PUT, { status: 400, json: { label: ['такой ключ уже есть'], request_id: 'r' } });
  await userEvent.keyboard('Лифт{Enter}');
  await within(dialog).findByText('такой ключ уже есть');
  expect(within(dialog).getByLabelText('Что открывает')).toHaveFocus();
  takeComplaints();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(editors()).toBe(0));
  await edit('copies');
  const copies = await editor(/^Копий/);
  await userEvent.keyboard('9{Enter}');
  await within(copies).findByText('Заметка: Скажите, зачем столько');
  expect(server.callsTo(PUT)).toHaveLength(1);
});

test('a field that a condition requires has to be given in its cell too; what was not touched is left as it is', async () => {
  const { server } = await open();
  await edit('note', 1);
  await editor(/^Заметка – Чердак/);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(editors()).toBe(0));
  expect(server.callsTo('PUT /api/records/keys/2')).toEqual([]);
  await edit('note', 1);
  await editor(/^Заметка – Чердак/);
  await userEvent.keyboard('У дворника{Enter}');
  await waitFor(() => expect(editors()).toBe(0));
  await waitFor(() => expect(cell('note', 1)).toHaveTextContent('У дворника'));
  await edit('note', 1);
  const dialog = await editor(/^Заметка – Чердак/);
  await userEvent.clear(within(dialog).getByLabelText('Заметка'));
  await userEvent.keyboard('{Enter}');
  await within(dialog).findByText(/обязательное поле/i);
  expect(server.callsTo('PUT /api/records/keys/2')).toHaveLength(1);
});

test('cells of fields that are computed, locked for the person or not to be changed now are not offered', async () => {
  await open();
  const fixed = (name: string, row = 0) => cell(name, row).getAttribute('aria-readonly');
  expect([fixed('label'), fixed('copies'), fixed('twice')]).toEqual(['false', 'false', 'true']);
  await waitFor(() => expect(fixed('copies', 1)).toBe('true'));
  await edit('twice');
  expect(document.body).toHaveTextContent('Это поле здесь не меняется');
  expect(editors()).toBe(0);
});

test('Space opens the record, and so does Enter on a cell that stays as it is', async () => {
  const { where } = await open();
  act(() => cell('twice').focus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(where()).toBe('/keys?id=1'));
  act(() => cell('label').focus());
  await userEvent.keyboard(' ');
  await waitFor(() => expect(where()).not.toContain('id='));
});

test('a reader is offered no editing, and a table without it is a plain one', async () => {
  const { container } = await open(section(), false);
  expect(screen.queryByRole('grid')).toBeNull();
  expect(container.querySelector('[data-cell]')).toBeNull();
  act(() => session.permissions.set({ keys: 'read' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Правка в таблице' })).toBeNull());
});

describe('another person has changed the record meanwhile', () => {
  const changed = { by: { user: 9, name: 'Анна Лебедева' }, at: '2026-11-26T08:00:00.000Z' };
  /** Refuses changes by an older version. */
  function refuseOld({ server, elsewhere }: Awaited<ReturnType<typeof open>>, change: Partial<Key>) {
    const { json } = elsewhere(change);
    server.answer(PUT, ({ body }) =>
      (body as Key).record_version === json.record_version
        ? elsewhere(body as Partial<Key>)
        : { status: 409, json: { code: 'record_changed', detail: 'Изменили', request_id: 'r', changed } },
    );
    return json.record_version;
  }

  test('something else: the change is sent again over it', async () => {
    const page = await open();
    const version = refuseOld(page, { copies: 7 });
    await edit('label');
    await editor(/^Что открывает/);
    await userEvent.keyboard('Подъезд{Enter}');
    await waitFor(() => expect(editors()).toBe(0));
    expect(bodies(page.server.callsTo(PUT)).at(-1)).toEqual({ label: 'Подъезд', record_version: version });
    await waitFor(() => expect(cell('copies')).toHaveTextContent('7'));
    takeComplaints();
  });

  test.each([
    ['my', 'ваше значение', 'Подъезд'],
    ['their', 'на сервере', 'Гараж'],
  ])('the same: both values are told, and %s value stays once it is chosen', async (_whose, side, value) => {
    const page = await open();
    refuseOld(page, { label: 'Гараж' });
    await edit('label');
    await editor(/^Что открывает/);
    await userEvent.keyboard('Подъезд{Enter}');
    const dialog = await screen.findByRole('dialog', { name: /изменил/i });
    expect(dialog).toHaveTextContent('Подъезд');
    expect(dialog).toHaveTextContent('Гараж');
    await userEvent.click(within(dialog).getByRole('radio', { name: new RegExp(`^${side}`) }));
    await userEvent.click(within(dialog).getByRole('button', { name: /сохранить/i }));
    await waitFor(() => expect(editors()).toBe(0));
    await waitFor(() => expect(cell('label')).toHaveTextContent(value));
    // react-admin tells the developer of every failed call.
    takeComplaints();
  });

  test('what is typed stays while the list comes anew', async () => {
    const { elsewhere, queryClient } = await open();
    await edit('label');
    const box = within(await editor(/^Что открывает/)).getByLabelText('Что открывает');
    await userEvent.keyboard('Подъ');
    elsewhere({ copies: 8 });
    await act(() => queryClient.invalidateQueries({ queryKey: ['keys'] }));
    await waitFor(() => expect(cell('copies')).toHaveTextContent('8'));
    expect(box).toHaveValue('Подъ');
    expect(box).toHaveFocus();
  });
});

test('a server that does not say that it takes one field is sent all of the form, of the record as it is', async () => {
  session.features.set({ ...EVERY_ADDITION, bulk: false, exports: false, notices: false });
  const { server, elsewhere } = await open();
  elsewhere({ copies: 3 });
  await edit('label');
  await editor(/^Что открывает/);
  await userEvent.keyboard('Подъезд{Enter}');
  await waitFor(() => expect(editors()).toBe(0));
  expect(bodies(server.callsTo(PUT))).toEqual([
    { label: 'Подъезд', kept_in: 'safe', copies: 3, lost: false, note: null, record_version: 'v2' },
  ]);
});

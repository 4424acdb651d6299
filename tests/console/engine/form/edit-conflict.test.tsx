import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { buildingWith, flatIn } from '#tests/support/console/buildings.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { HOUSES, openSection, signedIn } from '#tests/support/console/engine-stage.tsx';
import { ENTRANCE } from '#tests/support/console/news.ts';
import { data, flat } from '#tests/support/console/readings.ts';
import type { Reply } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { everyKind, everyValue } from '#tests/support/every-kind.ts';

const ONE = 'GET /api/crm/keys/7/';
const SAVE = 'PUT /api/crm/keys/7/';
const KEYS = crm({ version: 'version', update: 'PUT' });
const opened = { id: 7, label: 'Подвал', kept_in: 'safe', copies: 2, version: 'v1' };
const ANNA = { by: { user: 2, name: 'Анна Котова' }, at: new Date().toISOString() };
const refused = (changed?: object): Reply => ({
  status: 409,
  json: {
    detail: 'Запись изменил кто-то ещё',
    code: 'record_changed',
    request_id: 'r',
    ...(changed ? { changed } : {}),
  },
});

let told: string[];
let stop: () => void;
beforeEach(() => {
  told = [];
  stop = onFailure(({ message }) => told.push(message));
});
afterEach(() => stop());

/** A server that takes a change only by the version of what it holds. */
function strict(record: Record<string, unknown>) {
  const held = { ...record };
  const server = signedIn('write', {
    'GET /api/crm/keys/': { json: [] },
    [ONE]: () => ({ json: { ...held } }),
    [SAVE]: ({ body }) => {
      const sent = body as Record<string, unknown>;
      if (sent.version !== held.version) return refused(ANNA);
      Object.assign(held, sent, { version: `${held.version}+` });
      return { json: { id: 7 } };
    },
  });
  return { server, held };
}

async function edit(record: Record<string, unknown> = opened) {
  const { server, held } = strict(record);
  const { where } = openSection(KEYS, '/keys/edit?id=7');
  await screen.findByDisplayValue('Подвал');
  return { server, held, where, sent: () => server.callsTo(SAVE).map(({ body }) => body) };
}

const box = () => screen.getByLabelText(/Что открывает/);
async function write(text: string) {
  await userEvent.clear(box());
  await userEvent.type(box(), text);
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить изменения' }));
const dialog = () => screen.findByRole('dialog', { name: 'Эту запись уже изменили' });
const row = async (name: string) => within(within(await dialog()).getByRole('group', { name }));
const side = async (field: string, name: RegExp) => (await row(field)).findByRole('radio', { name });
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));

describe('a record that somebody saved while it was edited', () => {
  test('G-69: both values stand side by side, and what is chosen field by field is saved with the new version', async () => {
    const { held, where, sent } = await edit();
    await write('Чердак');
    Object.assign(held, { label: 'Подвал №2', kept_in: 'desk', version: 'v2' });
    await save();
    expect(await dialog()).toHaveAccessibleDescription(/^Последняя правка: Анна Котова, сегодня в \d\d:\d\d\./);
    expect((await row('Что открывает')).getByRole('radio', { name: /ваше значение/ })).not.toBeChecked();
    expect(await side('Что открывает', /^ваше значение\s*Чердак$/)).not.toBeChecked();
    expect(await side('Что открывает', /^на сервере\s*Подвал №2$/)).not.toBeChecked();
    // Fields that only the other person has changed stay theirs unless this one wants it otherwise.
    expect(await side('Где лежит', /^ваше значение\s*Сейф$/)).not.toBeChecked();
    expect(await side('Где лежит', /^на сервере\s*Стол$/)).toBeChecked();
    expect(within(await dialog()).queryByRole('group', { name: 'Копий' })).toBeNull();

    // Nothing is saved before every field is chosen; the button leads to the first that is not.
    await press('Осталось выбрать: 1');
    expect(await side('Что открывает', /ваше значение/)).toHaveFocus();
    await userEvent.keyboard(' ');
    await press('Сохранить выбранное');
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(sent()).toEqual([
      { label: 'Чердак', kept_in: 'safe', copies: 2, version: 'v1' },
      { label: 'Чердак', kept_in: 'desk', copies: 2, version: 'v2' },
    ]);
    expect(told).toEqual([]);
    takeComplaints();
  });

  test('G-69: a choice that conflicts again opens the dialog again, with what was chosen as one’s own', async () => {
    const { held, where, sent } = await edit();
    await write('Чердак');
    Object.assign(held, { label: 'Подвал №2', version: 'v2' });
    await save();
    await userEvent.click(await side('Что открывает', /ваше значение/));
    Object.assign(held, { label: 'Подвал №3', copies: 5, version: 'v3' });
    await press('Сохранить выбранное');
    await waitFor(async () => expect(await side('Что открывает', /^на сервере\s*Подвал №3$/)).toBeVisible());
    expect(await side('Что открывает', /^ваше значение\s*Чердак$/)).not.toBeChecked();
    expect(await side('Копий', /^на сервере\s*5$/)).toBeChecked();
    await press('Оставить всё моё');
    await press('Сохранить выбранное');
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(sent()).toHaveLength(3);
    expect(sent()[2]).toEqual({ label: 'Чердак', kept_in: 'safe', copies: 2, version: 'v3' });
    takeComplaints();
  });

  test('back in the form nothing is lost: what was typed stands there and in the draft, and saving asks again', async () => {
    const { held, where, sent } = await edit();
    await write('Чердак');
    Object.assign(held, { label: 'Подвал №2', version: 'v2' });
    await save();
    await press('Вернуться к форме');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(box()).toHaveValue('Чердак');
    await waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain('Чердак'));
    await save();
    await dialog();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await save();
    await userEvent.click(await side('Что открывает', /на сервере/));
    // Nothing is left to save: the record is what was chosen.
    await press('Сохранить выбранное');
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(sent()).toHaveLength(3);
    expect(Object.values({ ...localStorage }).join()).not.toContain('Чердак');
    takeComplaints();
  });

  test('a merge that could not be sent is in the draft, on top of the newer record', async () => {
    const { server, held } = await edit();
    await write('Чердак');
    Object.assign(held, { label: 'Подвал №2', kept_in: 'desk', version: 'v2' });
    await save();
    await userEvent.click(await side('Что открывает', /ваше значение/));
    server.answer(SAVE, () => Promise.reject(new TypeError('Failed to fetch')));
    await press('Сохранить выбранное');
    await waitFor(() => expect(told).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const draft = () => JSON.parse(Object.values({ ...localStorage }).find((text) => text.includes('Чердак')) ?? '{}');
    await waitFor(() => expect(draft()).toMatchObject({ values: { label: 'Чердак' }, began: { label: 'Подвал №2' } }));
    expect(draft().values).not.toHaveProperty('place');
    takeComplaints();
  });

  test.each([
    ['oneself in another window', { by: { user: 1, name: 'Я' }, at: ANNA.at }, /^Вы сами сохранили её в другом окне/],
    ['nobody knows whom', undefined, /^Её сохранил кто-то ещё, пока вы редактировали\./],
  ])('by %s: the dialog says so', async (_who, changed, words) => {
    const { server, held } = await edit();
    server.answer(SAVE, refused(changed));
    await write('Чердак');
    Object.assign(held, { label: 'Подвал №2', version: 'v2' });
    await save();
    expect(await dialog()).toHaveAccessibleDescription(words);
    takeComplaints();
  });

  test('a change that leaves nothing to choose is saved over without a question', async () => {
    const { held, where, sent } = await edit();
    await write('Чердак');
    Object.assign(held, { label: 'Чердак', version: 'v2' });
    await save();
    await waitFor(() => expect(where()).toBe('/keys'));
    expect(sent().map((body) => (body as { version: string }).version)).toEqual(['v1', 'v2']);
    expect(told).toEqual([]);
    takeComplaints();
  });

  test.each([
    ['a server that knows no versions', { ...opened, version: undefined }],
    ['a 409 that is about something else', opened],
  ])('G-69: %s: the alert says what it answers, as ever', async (_what, record) => {
    const { server, sent } = await edit(record);
    server.answer(SAVE, refused());
    await write('Чердак');
    await save();
    await waitFor(() => expect(told).toEqual(['Запись изменил кто-то ещё']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(box()).toHaveValue('Чердак');
    expect(sent()).toEqual([
      { label: 'Чердак', kept_in: 'safe', copies: 2, ...(record.version ? { version: 'v1' } : {}) },
    ]);
    takeComplaints();
  });

  test('a record that is gone by now: the alert says so, the form stays', async () => {
    const { server, held } = await edit();
    await write('Чердак');
    held.version = 'v2';
    server.answer(ONE, { status: 404, json: { detail: 'Записи больше нет' } });
    await save();
    await waitFor(() => expect(told).toEqual(['Записи больше нет']));
    expect(box()).toHaveValue('Чердак');
    takeComplaints();
  });
});

describe('a value of every kind', () => {
  const RECORDS = '/api/records/every-kind';
  const kept = readDefinition(everyKind(), 'every-kind.json');
  // Of the kinds that sections of the product have for themselves those that say most.
  const own: Resource['fields'] = {
    porches: { kind: 'employees:porches', label: 'Подъезды', houses: 'of_houses' },
    readingTypes: { kind: 'buildings:reading-types', label: 'Показания' },
  };
  const resource: Resource = {
    ...kept,
    fields: { ...kept.fields, ...own },
    form: [{ fields: [...Object.keys(kept.fields), ...Object.keys(own)] }],
  };
  const named = (id: number, label: string) => ({ id, label });
  const PLACE = { building: 3, porch: 51, unit: 8, employee: 9 };
  const first = {
    ...everyValue(PLACE, 1),
    ...{ porches: [51], readingTypes: ['gas'] },
    ...{ id: 1, record_version: 'v1', flat: named(8, '48'), unit: named(8, '48'), reference: named(9, 'Котова Анна') },
    references: [named(9, 'Котова Анна')],
  };
  const file = { id: 4, name: 'Акт.pdf', size: 3 };
  const then = {
    ...first,
    ...everyValue(PLACE, 2),
    ...{ flat: named(9, '49'), unit: named(9, '49'), reference: named(10, 'Белов Пётр') },
    references: [named(10, 'Белов Пётр')],
    ...{ text: 'Текст 1', record_version: 'v2', files: [file], buildings: [5], checklist: [31], porches: [31] },
    ...{ someOf: [2], oneOf: 2, readingTypes: ['heating', 'water_cold'], level: 'write' },
  };

  test('is shown in full, with names instead of numbers', async () => {
    let held: object = first;
    const inside = {
      porches: [31, 51].map((id, at) => ({ id, number: at + 1 })),
      units: [flatIn(8, 'кв. 48'), flatIn(9, 'кв. 49')],
    };
    const server = signedIn('write', {
      'GET /api/crm/buildings/': {
        json: [
          { ...HOUSES[0], available_porches: inside.porches },
          { ...HOUSES[1], available_porches: [] },
        ],
      },
      [`GET ${RECORDS}`]: { json: [], headers: { 'content-range': 'every-kind */0' } },
      [`GET ${RECORDS}/1`]: () => ({ json: held }),
      [`PUT ${RECORDS}/1`]: refused(ANNA),
      [`GET ${RECORDS}/references/reference/`]: { json: [named(9, 'Котова Анна')] },
      [`GET ${RECORDS}/references/references/`]: { json: [named(9, 'Котова Анна')] },
      'GET /api/crm/scenarios/companies/': {
        json: [1, 2].map((id) => ({ ...named(id, `Компания ${id}`), is_tenant: true })),
      },
      'GET /api/crm/services/': { json: [1, 2].map((id) => ({ id, name: `Работа ${id}`, icon: 'water' })) },
      'GET /api/crm/buildings/3/': { json: buildingWith(HOUSES[0], inside) },
      'GET /api/crm/scenarios/reading-list-data/': { json: data() },
      'GET /api/crm/meters/8/': { json: { ...flat(8), last_result: null, norms: {} } },
      'GET /api/crm/meters/9/': { json: { ...flat(9), last_result: null, norms: {} } },
      'GET /api/crm/porches/51/': { json: ENTRANCE },
    });
    session.permissions.set({ 'every-kind': 'write', employees: 'read', news: 'write' });
    openSection(resource, '/every-kind/edit?id=1');
    const text = await screen.findByLabelText(/Вид text/);
    await waitFor(() => expect(text).toHaveValue('Текст 1'));
    await userEvent.type(text, '0');
    held = then;
    await save();
    await dialog();
    expect(server.callsTo(`PUT ${RECORDS}/1`)).toHaveLength(1);
    const expected = {
      text: ['Текст 10', 'Текст 1'],
      longText: ['Первая строка 1\nвторая', 'Первая строка 2\nвторая'],
      link: ['https://example.ru/1', 'https://example.ru/2'],
      phone: ['+7 (916) 000-00-01', '+7 (916) 000-00-02'],
      files: ['–', 'Акт.pdf'],
      buildings: ['ул. Лесная, 12', 'ул. Садовая, 7'],
      unit: ['кв. 48', 'кв. 49'],
      reference: ['Котова Анна', 'Белов Пётр'],
      references: ['Котова Анна', 'Белов Пётр'],
      checklist: ['Подъезд 2', 'Подъезд 1'],
      porches: ['ул. Лесная, 12, подъезд 2', 'ул. Лесная, 12, подъезд 1'],
      oneOf: ['Компания 1', 'Компания 2'],
      someOf: ['Работа 1', 'Работа 2'],
      readingTypes: ['Газ', 'Вода: только холодная\nОтопление'],
    };
    const shown = (name: string) =>
      [...document.querySelectorAll(`[data-row="${name}"] label`)].map((label) =>
        label.textContent?.replace(/^(ваше значение|на сервере)/, ''),
      );
    const names = Object.keys(expected);
    await waitFor(() => expect(Object.fromEntries(names.map((name) => [name, shown(name)]))).toEqual(expected));
    takeComplaints();
  });
});

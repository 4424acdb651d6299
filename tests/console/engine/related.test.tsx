import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SLOT_WIDGETS } from '#console/app/slots.ts';
import { onFailure } from '#console/data/http/failures.ts';
import { session } from '#console/data/session/session.ts';
import ResidentSearch from '#console/sections/residents/resident-search.tsx';
import { changeSearch } from '#console/sections/residents/search-state.ts';
import { completeDefinition } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import { residents } from '#resources/sections/residents.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { openSections, signedIn } from '#tests/support/console/engine-stage.tsx';
import { office } from '#tests/support/console/residents.ts';
import type { MadeUpServer, WireCall } from '#tests/support/console/server.ts';
import {
  BUILDING_CALL,
  BUILDING_LIST_CALL,
  building,
  buildingSettings,
  paged,
  settingsServer,
} from '#tests/support/console/settings.tsx';
import { takeComplaints } from '#tests/support/console/setup.ts';
import { said } from '#tests/support/console/stage.tsx';

const example = (name: string) =>
  readDefinition(JSON.parse(readFileSync(`docs/examples/${name}.json`, 'utf8')), `${name}.json`);
const [LOCKS, KEYS, PASSES] = [example('locks'), example('given-keys'), example('guest-passes')];

const KEY_LIST = 'GET /api/records/given-keys';
const LOCK = { id: 7, door: 'Подвал', house: 3, note: null, record_version: 'v1' };
const key = (id: number) => ({
  id,
  tag: `П-${id}`,
  house: 3,
  lock: { id: 7, label: 'Подвал' },
  holder: { id: 9, label: 'Ежов Пётр' },
  due: '2036-05-01',
  stage: 'out',
  record_version: 'v1',
});
const listAnswer = (name: string, rows: readonly object[], total = rows.length) => ({
  json: rows,
  headers: { 'content-range': `${name} 0-${Math.max(0, rows.length - 1)}/${total}` },
});
const HISTORY = { json: { results: [], before: null } };
const query = ({ url }: WireCall) => {
  const params = new URLSearchParams(url.split('?')[1]);
  const json = (name: string) => JSON.parse(params.get(name) ?? 'null');
  return { filter: json('filter'), range: json('range'), sort: json('sort'), buildings: params.get('buildings_id') };
};

/** Opens the card of a lock, with the keys that were given out. */
function openLock(answers: Parameters<typeof signedIn>[1] = {}, levels: Record<string, string> = {}) {
  const server = signedIn('write', {
    'GET /api/records/locks': listAnswer('locks', [LOCK]),
    'GET /api/records/locks/7': { json: LOCK },
    'GET /api/records/locks/7/history/': HISTORY,
    [KEY_LIST]: listAnswer(
      'given-keys',
      [12, 11, 10, 9, 8].map((id) => key(id)),
      6,
    ),
    ...answers,
  });
  session.permissions.set({ locks: 'write', 'given-keys': 'write', 'guest-passes': 'write', ...levels });
  return { server, ...openSections([LOCKS, KEYS, PASSES], '/locks?id=7') };
}
const block = async (name: RegExp = /^Выданные ключи/) => within(await screen.findByRole('region', { name }));
const cardStands = () => screen.findByRole('complementary', { name: 'Подвал' });

describe('the card of a record', () => {
  test('shows the newest records that refer to it, their number and the way to all of them', async () => {
    const { server } = openLock();
    const keys = await block(/^Выданные ключи 6$/);
    const rows = (await keys.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows).toHaveLength(5);
    await waitFor(() => expect(keys.getAllByRole('listitem')[0]?.textContent).toMatch(/^П-12Выдан.*Ежов Пётр$/));
    expect(keys.getByRole('link', { name: 'П-12' })).toHaveAttribute('href', '/given-keys?id=12');
    // Of all buildings, whichever are checked.
    expect(query(server.callsTo(KEY_LIST)[0] as WireCall)).toEqual({
      filter: { lock: 7 },
      range: [0, 4],
      sort: ['id', 'DESC'],
      buildings: '3,5',
    });
    expect(keys.getByRole('link', { name: 'Весь список: Выданные ключи' })).toBeInTheDocument();
  });

  test('leads to the list narrowed to them in all buildings, which says so and is whole again on demand', async () => {
    session.checkedBuildings.set([5]);
    const { server } = openLock({ 'GET /api/records/given-keys/references/holder/': { json: [] } });
    await userEvent.click(await (await block()).findByRole('link', { name: 'Весь список: Выданные ключи' }));
    await screen.findByText('Связано с: Подвал (во всех объектах)');
    const last = () => query(server.callsTo(KEY_LIST).at(-1) as WireCall);
    expect(last()).toMatchObject({ filter: { lock: 7 }, buildings: '3,5' });
    await userEvent.click(screen.getByRole('button', { name: 'Сбросить условия' }));
    await waitFor(() => expect(last()).toMatchObject({ filter: {}, buildings: '5' }));
    expect(screen.queryByText(/^Связано с/)).toBeNull();
  });

  test('makes a record with the reference filled in, and comes back to itself and to the new list', async () => {
    let rows = [key(8)];
    const { server, where } = openLock({
      [KEY_LIST]: () => listAnswer('given-keys', rows),
      'GET /api/records/given-keys/references/lock/': { json: [{ id: 7, label: 'Подвал' }] },
      'GET /api/records/given-keys/references/holder/': { json: [{ id: 9, label: 'Ежов Пётр' }] },
      'POST /api/records/given-keys': ({ body }) => {
        rows = [{ ...key(13), ...(body as object) }, ...rows] as typeof rows;
        return { status: 201, json: { ...key(13), tag: 'Новый' } };
      },
    });
    await userEvent.click(await (await block()).findByRole('button', { name: 'Добавить ключ' }));
    expect(where()).toBe('/given-keys/create');
    await userEvent.type(await screen.findByRole('textbox', { name: /Номер на бирке/ }), 'Новый');
    await waitFor(() => expect(screen.getByRole('combobox', { name: /От какого замка/ })).toHaveValue('Подвал'));
    await userEvent.click(screen.getByRole('combobox', { name: /У кого/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ежов Пётр' }));
    await userEvent.click(screen.getByRole('combobox', { name: /Дом/ }));
    await userEvent.click((await screen.findAllByRole('option', { name: /Лесная/ }))[0] as HTMLElement);
    await userEvent.click(screen.getByRole('button', { name: 'Добавить ключ' }));
    await said(/ключ/i);
    await waitFor(() => expect(where()).toBe('/locks?id=7'));
    expect(server.callsTo('POST /api/records/given-keys')[0]?.body).toMatchObject({ lock: 7, tag: 'Новый' });
    await (await block(/^Выданные ключи 2$/)).findByRole('link', { name: 'Новый' });
  });

  test('an empty list shows its button alone; a reader is told that there is none, and is offered no button', async () => {
    const empty = { [KEY_LIST]: listAnswer('given-keys', [], 0) };
    const first = openLock(empty);
    await (await block()).findByRole('button', { name: 'Добавить ключ' });
    expect(screen.queryByText('Записей пока нет')).toBeNull();
    first.unmount();
    openLock(empty, { 'given-keys': 'read' });
    await (await block()).findByText('Записей пока нет');
    expect(screen.queryByRole('button', { name: 'Добавить ключ' })).toBeNull();
  });

  test('asks for nothing that is closed to the person', async () => {
    const { server } = openLock({}, { 'given-keys': 'denied' });
    await cardStands();
    await screen.findByText('История изменений');
    expect(screen.queryByRole('region', { name: /^Выданные ключи/ })).toBeNull();
    expect(server.callsTo(KEY_LIST)).toEqual([]);
  });

  test('a list that failed is tried again by itself, the card stands and no alert tells of it', async () => {
    const failures: unknown[] = [];
    const stop = onFailure((failure) => failures.push(failure));
    let failing = true;
    openLock({
      [KEY_LIST]: () => (failing ? { status: 500, json: { detail: 'Сломалось' } } : listAnswer('given-keys', [key(8)])),
    });
    const keys = await block();
    const retry = await keys.findByRole('button', { name: 'Повторить' });
    expect(takeComplaints()).toHaveLength(1);
    expect(await cardStands()).toBeInTheDocument();
    expect(failures).toEqual([]);
    failing = false;
    await userEvent.click(retry);
    await keys.findByRole('link', { name: 'П-8' });
    stop();
  });

  test('a section that the server does not have leaves no trace on the card', async () => {
    openLock({ [KEY_LIST]: { status: 404, json: { detail: 'Не найдено' } } });
    await cardStands();
    await screen.findByText('История изменений');
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Выданные ключи/ })).toBeNull());
    expect(takeComplaints()).toHaveLength(1);
  });

  test('a change of such records in the console is seen at once', async () => {
    let rows = [key(8), key(9)];
    const { queryClient } = openLock({ [KEY_LIST]: () => listAnswer('given-keys', rows) });
    await block(/^Выданные ключи 2$/);
    rows = [key(9)];
    await queryClient.invalidateQueries({ queryKey: ['given-keys'] });
    await block(/^Выданные ключи 1$/);
  });
});

describe('the card of a flat', () => {
  const RESIDENTS = completeDefinition(residents);
  const PASS_LIST = 'GET /api/records/guest-passes';

  /** Opens the card of flat 48. */
  async function openFlat(): Promise<MadeUpServer & { where: () => string }> {
    const server = office('write', {
      [PASS_LIST]: listAnswer('guest-passes', [
        { id: 4, guest: 'Анна Гостева', house: 3, flat: { id: 48, label: '48' }, from: '2036-05-01', status: 'new' },
      ]),
      [KEY_LIST]: listAnswer('given-keys', [key(8)]),
    });
    session.permissions.set({ residents: 'write', locks: 'write', 'given-keys': 'read', 'guest-passes': 'write' });
    session.features.set(EVERY_ADDITION);
    changeSearch({ tags: [{ objectType: 'floor', searchType: 'contains', id: '5', label: '5' }] });
    const { where } = openSections([RESIDENTS, LOCKS, KEYS, PASSES], '/residents', {
      'resident-search': ResidentSearch,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'кв. 48' }));
    return { ...server, where };
  }

  test('shows its passes, and a new one begins with the flat and its building', async () => {
    const server = await openFlat();
    const passes = await block(/^Пропуска гостей 1$/);
    expect(passes.getByRole('link', { name: 'Анна Гостева' })).toBeInTheDocument();
    expect(query(server.callsTo(PASS_LIST)[0] as WireCall).filter).toEqual({ flat: 48 });
    expect(passes.getByRole('link', { name: /^Весь список/ })).toHaveAttribute(
      'href',
      expect.stringContaining(encodeURIComponent('{"flat":{"id":48,"label":"кв. 48, ул. Лесная, 12"}}')),
    );
    server.answer('GET /api/crm/buildings/3/', { status: 404, json: {}, malformed: true });
    await userEvent.click(passes.getByRole('button', { name: 'Добавить пропуск' }));
    expect(server.where()).toBe('/guest-passes/create');
  });

  test('shows what refers to one of its residents on demand', async () => {
    const server = await openFlat();
    const more = await screen.findByRole('button', { name: 'Связанные записи: Ежов Пётр' });
    expect(server.callsTo(KEY_LIST)).toEqual([]);
    await userEvent.click(more);
    expect(more).toHaveAttribute('aria-expanded', 'true');
    await (await block(/^Ключи на руках 1$/)).findByRole('link', { name: 'П-8' });
    expect(query(server.callsTo(KEY_LIST)[0] as WireCall).filter).toEqual({ holder: 7 });
    await userEvent.click(more);
    expect(screen.queryByRole('region', { name: /^Ключи на руках/ })).toBeNull();
  });
});

describe('the card of a building', () => {
  const BUILDINGS = completeDefinition(settingsBuildings);

  /** Opens the card of the first building. */
  function openBuilding(resources: readonly Resource[], answers: Parameters<typeof settingsServer>[1]) {
    const levels = { buildings: 'read', locks: 'write', keys: 'write' };
    const server = settingsServer(levels, {
      [BUILDING_LIST_CALL]: paged([building(3)]),
      [BUILDING_CALL]: { json: buildingSettings(3) },
      ...answers,
    });
    return { server, ...openSections([BUILDINGS, ...resources], '/settings/buildings?id=3', SLOT_WIDGETS) };
  }

  test('shows what is in it, and a new one begins with it', async () => {
    const { server, router, where } = openBuilding([LOCKS], {
      'GET /api/records/locks': listAnswer('locks', [LOCK]),
    });
    const locks = await block(/^Замки 1$/);
    expect(locks.getByRole('link', { name: 'Подвал' })).toHaveAttribute('href', '/locks?id=7');
    expect(query(server.callsTo('GET /api/records/locks')[0] as WireCall).filter).toEqual({ house: 3 });
    await userEvent.click(locks.getByRole('button', { name: 'Добавить замок' }));
    await waitFor(() => expect(where()).toBe('/locks/create'));
    expect(router.state.location.state).toEqual({ prefill: { house: 3 }, from: '/settings/buildings?id=3' });
  });

  test('takes what belongs to it out of the whole list where another server pages nothing', async () => {
    const field = { kind: 'building', label: 'Дом', related: {} } as const;
    const keys = crm({}, { fields: { label: { kind: 'text', label: 'Что открывает' }, house: field } });
    openBuilding([keys], {
      'GET /api/crm/keys/': {
        json: [
          { id: 1, label: 'Крыша', house: 5 },
          { id: 2, label: 'Чердак', house: 3 },
          { id: 4, label: 'Ворота', house: 3 },
        ],
      },
    });
    const keyBlock = await block(/^Ключи 2$/);
    expect(keyBlock.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Весь список',
      'Ворота',
      'Чердак',
    ]);
  });
});

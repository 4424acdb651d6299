// Runs on PostgreSQL too: arrays of text, unique keys.
import { sql } from 'kysely';
import { recordImportAnswer } from '#resources/protocol/definitions/record-import.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  admin = await newPerson(app, { role: 'admin' });
});
afterAll(() => app.close());

const URL = '/api/crm/settings/building/import/';
let number = 0;
const cells = (change: object = {}) => {
  number += 1;
  const usual = { entrances: '2', floors: '3', flats: '2', building_type: 'Многоквартирный дом' };
  return { street: 'ул. Табличная', number: String(number), ...usual, ...change };
};
const rowsOf = (...given: object[]) => given.map((cells, at) => ({ row: at + 2, cells }));
const send = async (rows: object[], { key = 'table-of-a-test', check = false } = {}, by = admin) => {
  const answer = await by.post(URL, { key, check, rows });
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return recordImportAnswer.parse(answer.body).rows;
};
const count = async () => (await app.database.kysely.selectFrom('buildings').select('id').execute()).length;

describe('a table of buildings', () => {
  test('is checked without anything being made, each mistake in its cell', async () => {
    const before = await count();
    const said = await send(
      rowsOf(
        cells(),
        cells({ street: '', floors: 'много' }),
        cells({ building_type: 'Замок' }),
        cells({ missing: '500' }),
        cells({ flats: '4, 4, 4' }),
      ),
      { check: true },
    );
    expect(said.map(({ errors }) => errors)).toEqual([
      {},
      { street: ['обязательное поле'] },
      { building_type: ['выберите из списка'] },
      { missing: ['квартиры 500 в доме нет'] },
      { flats: ['одно число на все подъезды или по числу на каждый из них: 2'] },
    ]);
    expect(said.map(({ id }) => id)).toEqual([null, null, null, null, null]);
    expect(await count()).toBe(before);
  });

  test('makes the sound rows and leaves the others; whoever sends it sees the buildings at once', async () => {
    const said = await send(
      rowsOf(cells({ complex: 'ЖК «Табличный»', lettered: '2a', risers: 'да' }), cells({ entrances: '0' })),
      { key: 'sound-and-not' },
    );
    expect(said[1]).toMatchObject({ id: null, errors: { entrances: [expect.stringMatching(/[а-яё]/)] } });
    const id = said[0]?.id;
    const { body } = await admin.get(`/api/crm/buildings/${id}/`);
    expect(body).toMatchObject({ complex: { name: 'ЖК «Табличный»' }, is_all_porches: true });
    expect((body.units as unknown as unknown[]).length).toBe(13);
    expect((await admin.get(`/api/authorized/journal/?resource=buildings&record=${id}`)).body.results).toMatchObject([
      { action: 'create' },
    ]);
  });

  test('is told to open pages once, however many transactions it takes', async () => {
    const host = await listen(app);
    const page = await openSocket(host, `/ws/notifications?token=${admin.token}`);
    await page.next(({ type }) => type === 'welcome');
    const heard: unknown[] = [];
    const stop = await app.database.listen('upravdom_bus', (text) => void heard.push(text));
    await send(rowsOf(...Array.from({ length: 6 }, () => cells({ entrances: '5', floors: '25', flats: '8' }))), {
      key: 'told-once',
    });
    await page.next(({ type }) => type === 'access-changed');
    expect(heard.filter((text) => String(text).includes('access-changed'))).toHaveLength(1);
    await stop();
  });

  test('sent again under the same key makes nothing twice', async () => {
    const rows = rowsOf(cells(), cells());
    const first = await send(rows, { key: 'sent-twice' });
    const before = await count();
    expect(await send(rows, { key: 'sent-twice' })).toEqual(first);
    expect(await count()).toBe(before);
    // Another submission of the same rows is told that the buildings are there.
    const other = await send(rows, { key: 'sent-anew' });
    expect(other.map(({ errors }) => errors)).toEqual(Array(2).fill({ number: ['дом по этому адресу уже есть'] }));
  });

  test('names one building once', async () => {
    const twice = cells();
    const said = await send(rowsOf(twice, { ...twice, street: 'УЛ. ТАБЛИЧНАЯ' }), { check: true });
    expect(said[1]?.errors.number).toEqual([expect.stringContaining('2')]);
  });

  test('is bounded: rows of a call, and what a row asks for', async () => {
    const many = Array.from({ length: 201 }, (_, at) => ({ row: at + 2, cells: cells() }));
    expect((await admin.post(URL, { key: 'too-many-rows', check: true, rows: many })).status).toBe(400);
    const [large] = await send(rowsOf(cells({ entrances: '40', floors: '100', flats: '50' })), { check: true });
    expect(large?.errors.entrances).toEqual(['в одном доме может быть не больше 5000 помещений']);
  });

  test('one call makes a bounded number of units, counted before anything is laid out', async () => {
    const large = { entrances: '20', floors: '25', flats: '10' };
    const rows = rowsOf(
      ...Array.from({ length: 21 }, () => cells(large)),
      cells({ entrances: '40', floors: '100', flats: '50' }),
    );
    const said = await send(rows, { check: true });
    const beyond = 'за один раз заводят не больше 100000 помещений: загрузите эту строку отдельным файлом';
    expect(said.slice(0, 20).map(({ errors }) => errors)).toEqual(Array(20).fill({}));
    // A building that cannot be makes nothing and takes nobody's place.
    expect(said.slice(20).map(({ errors }) => errors)).toEqual([
      { entrances: [beyond] },
      { entrances: ['в одном доме может быть не больше 5000 помещений'] },
    ]);
  });

  test('is for administrators', async () => {
    const holder = await newPerson(app);
    expect((await holder.post(URL, { key: 'not-mine-at-all', check: false, rows: rowsOf(cells()) })).status).toBe(403);
  });
});

describe('a table of flats', () => {
  const UNITS = '/api/crm/settings/building/units/import/';
  const sendUnits = async (rows: object[], check = false, by = admin) => {
    const answer = await by.post(UNITS, { key: 'units-of-a-test', check, rows });
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    return recordImportAnswer.parse(answer.body).rows;
  };
  const at = (change: object = {}) => ({
    street: 'ул. Поквартирная',
    number: '1',
    entrance: '1',
    floor: '1',
    label: '1',
    ...change,
  });

  test('makes the building that there is not, and goes on with it in the next call', async () => {
    const first = await sendUnits(
      rowsOf(at(), at({ label: '2', riser: 'А' }), at({ floor: '2', label: '3', riser: 'А' })),
    );
    const id = first[0]?.id;
    expect(first.map((row) => row.id)).toEqual([id, id, id]);
    const office = at({ street: 'УЛ. поквартирная', entrance: '2', label: 'оф. 1', unit_type: 'Офис' });
    const second = await sendUnits(rowsOf(office, at({ floor: '-1', label: 'кл. 1', unit_type: 'Кладовая' })));
    expect(second.map((row) => row.id)).toEqual([id, id]);
    const { body } = await admin.get(`/api/crm/buildings/${id}/`);
    expect(body).toMatchObject({ is_all_porches: true, floor_count: 2, porches: [{ number: 1 }, { number: 2 }] });
    expect(body.pipes).toMatchObject([{ name: 'А', flats: [{ label: '2' }, { label: '3' }] }]);
    expect((body.units as unknown as unknown[]).length).toBe(5);
  });

  test('sent again makes nothing twice; a flat that stands elsewhere is told', async () => {
    const rows = rowsOf(at({ number: '2' }), at({ number: '2', label: '2' }));
    const first = await sendUnits(rows);
    expect(await sendUnits(rows)).toEqual(first);
    const [said] = await sendUnits(rowsOf(at({ number: '2', floor: '5' })), true);
    expect(said?.errors.label).toEqual(['помещение «1» уже есть в другом подъезде или на другом этаже']);
  });

  test('an address that is taken while its building is made is looked at anew', async () => {
    const { kysely } = app.database;
    // The first building of this street finds its address taken, as if another call had been quicker.
    await sql`create sequence tries_of_a_test`.execute(kysely);
    await sql`create function taken_once() returns trigger language plpgsql as
      $$ begin if nextval('tries_of_a_test') = 1 then return null; end if; return new; end $$`.execute(kysely);
    await sql`create trigger taken_once before insert on buildings for each row
      when (new.street = 'ул. Спорная') execute function taken_once()`.execute(kysely);
    try {
      const [said] = await sendUnits(rowsOf(at({ street: 'ул. Спорная' })));
      expect(said).toMatchObject({ id: expect.any(Number), errors: {} });
    } finally {
      await sql`drop trigger taken_once on buildings`.execute(kysely);
      await sql`drop function taken_once`.execute(kysely);
      await sql`drop sequence tries_of_a_test`.execute(kysely);
    }
  });

  test('a check makes nothing, and tells each mistake in its cell', async () => {
    const before = await count();
    const said = await sendUnits(
      rowsOf(
        at({ number: '3' }),
        at({ number: '3', label: '2', entrance: '0' }),
        at({ number: '3', label: '', floor: 'первый' }),
      ),
      true,
    );
    expect(said.map(({ errors }) => Object.keys(errors))).toEqual([[], ['entrance'], ['floor', 'label']]);
    expect(await count()).toBe(before);
  });

  test('puts nothing into a building that is not wholly theirs', async () => {
    const [made] = await sendUnits(rowsOf(at({ number: '4' })));
    const other = await newPerson(app, { role: 'admin', porches: [1] });
    const [said] = await sendUnits(rowsOf(at({ number: '4', label: '9' })), false, other);
    expect([made?.id !== null, said?.id, Object.keys(said?.errors ?? {})]).toEqual([true, null, ['number']]);
  });
});

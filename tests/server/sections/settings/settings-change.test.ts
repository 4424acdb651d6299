import type { SettingsCamera } from '#resources/protocol/buildings/settings.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let manager: Person;
let other: Person;
let url: string;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  manager = await newPerson(app, { levels: { buildings: 'write' } });
  other = await newPerson(app, { levels: { buildings: 'write' } });
  url = `/api/crm/settings/building/${demo.home.building}/`;
});
afterAll(() => app.close());

const valid = (change: object = {}) => ({
  submit_start_day: 15,
  submit_end_day: 25,
  reading_types: ['water_hot_and_cold', 'elec_common', 'gas'],
  ...change,
});
const stored = () =>
  app.database.kysely
    .selectFrom('buildings')
    .where('id', '=', demo.home.building)
    .select(['submit_start_day', 'submit_end_day', 'reading_types'])
    .executeTakeFirstOrThrow();
const linked = async (building = demo.home.building) =>
  (
    await app.database.kysely
      .selectFrom('camera_buildings')
      .where('building_id', '=', building)
      .select('camera_id')
      .orderBy('camera_id')
      .execute()
  ).map((row) => row.camera_id);
const cameraNamed = async (name: string) =>
  (await app.database.kysely.selectFrom('cameras').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id;
const entries = () =>
  app.database.kysely
    .selectFrom('audit')
    .where('resource', '=', 'building-settings')
    .selectAll()
    .orderBy('id', 'desc')
    .execute();

describe('reading settings', () => {
  test('SET-39: are stored as they were sent and read back', async () => {
    const answer = await manager.put(url, valid());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(valid());
    expect((await manager.get(url)).body).toMatchObject(valid());
    expect(await stored()).toMatchObject(valid());
  });

  test('SET-39: who did it, and what it was before, stands in the log', async () => {
    await manager.put(url, valid({ submit_start_day: 3 }));
    await manager.put(url, valid({ submit_start_day: 4 }));
    const [entry] = await entries();
    expect(entry).toMatchObject({ user_id: manager.id, action: 'update', record_id: String(demo.home.building) });
    expect(entry?.before).toMatchObject({ submit_start_day: 3 });
    expect(entry?.after).toMatchObject({ submit_start_day: 4 });
    expect(entry?.after).not.toHaveProperty('cameras');
  });

  test('SET-33: both days may be taken away when nothing is collected', async () => {
    const answer = await manager.put(url, { submit_start_day: null, submit_end_day: null, reading_types: [] });
    expect(answer.status).toBe(200);
    expect(await stored()).toMatchObject({ submit_start_day: null, submit_end_day: null, reading_types: [] });
  });

  test.each([
    ['SET-37', { submit_end_day: null }, { submit_end_day: ['обязательное поле'] }],
    ['SET-37', { submit_start_day: null }, { submit_start_day: ['обязательное поле'] }],
    [
      'SET-37',
      { submit_start_day: null, submit_end_day: null },
      { submit_start_day: ['обязательное поле'], submit_end_day: ['обязательное поле'] },
    ],
    ['SET-33', { submit_end_day: 29 }, { submit_end_day: ['слишком много'] }],
    ['SET-36', { submit_start_day: 0 }, { submit_start_day: ['слишком мало'] }],
    ['SET-33', { submit_start_day: 'ab' }, { submit_start_day: ['введите число'] }],
    ['SET-33', { submit_start_day: 1.5 }, { submit_start_day: ['введите число'] }],
    ['SET-34', { submit_start_day: 26 }, { submit_end_day: ['не раньше первого дня'] }],
    ['SET-30', { reading_types: ['steam'] }, { reading_types: ['выберите из списка'] }],
    ['SET-30', { reading_types: 'gas' }, { reading_types: ['выберите из списка'] }],
    ['SET-30', { reading_types: undefined }, { reading_types: ['обязательное поле'] }],
    ['SET-40', { cameras: [999_999] }, { cameras: ['такого нет'] }],
    ['SET-40', { cameras: 'all' }, { cameras: ['выберите из списка'] }],
  ])('%s, SET-45: %j answers 400 by field and stores nothing', async (_item, change, fields) => {
    const before = await stored();
    const answer = await manager.put(url, valid(change));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(fields);
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['SET-31: cold and hot water given apart', ['water_cold', 'water_hot'], ['water_hot_and_cold']],
    ['SET-31: cold water alone', ['water_cold'], ['water_cold']],
    ['SET-31: hot water alone', ['water_hot'], ['water_hot']],
    ['SET-31: the other name of both', ['water_common'], ['water_common']],
    ['SET-32: one meter', ['elec_common'], ['elec_common']],
    ['SET-32: day and night', ['elec_day_and_night'], ['elec_day_and_night']],
    ['SET-32: both ways at once', ['elec_common', 'elec_day_and_night'], ['elec_day_and_night']],
    ['SET-30: twice the same', ['gas', 'heating', 'gas'], ['gas', 'heating']],
  ])('%s', async (_name, sent, kept) => {
    expect((await manager.put(url, valid({ reading_types: sent }))).status).toBe(200);
    expect((await stored()).reading_types).toEqual(kept);
  });

  test.each([null, [], 'x', 7, { submit_start_day: {} }])('API-21: %j is no body', async (body) => {
    expect((await manager.put(url, body)).status).toBe(400);
  });
});

describe('cameras', () => {
  test('SET-40: left out they stay as they are', async () => {
    const before = await linked();
    await manager.put(url, valid());
    expect(await linked()).toEqual(before);
  });

  test('SET-40: named they are linked, the others are let go, other buildings keep theirs', async () => {
    const [shared, parking] = [await cameraNamed('Двор со стороны сквера'), await cameraNamed('Парковка, въезд')];
    const before = await linked();
    expect(before).toContain(shared);
    const parkingBefore = await linked(demo.away.building);
    const chosen = [...before.filter((id) => id !== shared), parking];
    const answer = await manager.put(url, valid({ cameras: chosen }));
    expect(answer.status).toBe(200);
    expect(await linked()).toEqual([...chosen].sort((a, b) => a - b));
    expect(await linked(demo.away.building)).toEqual(parkingBefore);
    const [entry] = await entries();
    expect(entry?.before).toMatchObject({ cameras: before });
    expect(entry?.after).toMatchObject({ cameras: [...chosen].sort((a, b) => a - b) });
  });

  test('SET-40: one that would belong to no building at all is kept', async () => {
    const only = await cameraNamed('Вход в подъезд 1');
    expect((await manager.put(url, valid({ cameras: [] }))).status).toBe(200);
    const left = await linked();
    expect(left).toContain(only);
    const elsewhere = await app.database.kysely
      .selectFrom('camera_buildings')
      .where('camera_id', 'in', left)
      .where('building_id', '<>', demo.home.building)
      .select('camera_id')
      .execute();
    expect(elsewhere).toEqual([]);
  });

  test('SET-40, PERM-25: a camera out of reach cannot be named; days and cameras are saved together or not at all', async () => {
    const db = app.database.kysely;
    const all = await db.selectFrom('porches').where('building_id', '=', demo.home.building).select('id').execute();
    const narrow = await newPerson(app, { levels: { buildings: 'write' }, porches: all.map(({ id }) => id) });
    const stranger = await db
      .insertInto('cameras')
      .values({ name: 'Чужая', link: 'https://example.org' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('camera_buildings')
      .values({ camera_id: stranger.id, building_id: demo.away.building })
      .execute();
    const before = await stored();
    const answer = await narrow.put(url, valid({ submit_start_day: 1, cameras: [stranger.id] }));
    expect(answer.status).toBe(400);
    expect(answer.body.cameras).toEqual(['такого нет']);
    expect(await stored()).toEqual(before);
    expect(await linked()).not.toContain(stranger.id);
  });
});

describe('two managers', () => {
  test('SET-39: the second of two who opened the same is told, and the first one’s stays', async () => {
    const [mine, theirs] = await Promise.all([manager.get(url), other.get(url)]);
    expect(mine.body.version).toBe(theirs.body.version);
    const first = await manager.put(url, valid({ submit_start_day: 5, version: mine.body.version }));
    expect(first.status).toBe(200);
    const second = await other.put(url, valid({ submit_start_day: 6, version: theirs.body.version }));
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      code: 'record_changed',
      detail: expect.stringContaining('запись изменил кто-то ещё'),
      changed: { by: { user: manager.id } },
    });
    expect((await stored()).submit_start_day).toBe(5);
    const again = await other.put(url, valid({ submit_start_day: 6, version: first.body.version }));
    expect(again.status).toBe(200);
  });

  test('SET-39: of several saving at the same moment exactly one wins', async () => {
    const { version } = (await manager.get(url)).body;
    const saves = [2, 3, 4, 5, 6].map((day) => manager.put(url, valid({ submit_start_day: day, version })));
    const statuses = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  test('SET-40: a camera linked or let go meanwhile on the page of the cameras: who saves the cameras is told, who saves the days is not', async () => {
    const keeper = await newPerson(app, { levels: { buildings: 'write', cameras: 'write' } });
    const { version, cameras } = (await manager.get(url)).body as unknown as {
      version: string;
      cameras: SettingsCamera[];
    };
    const chosen = cameras.filter(({ is_selected }) => is_selected).map(({ id }) => id);
    const free = cameras.find(({ is_selected }) => !is_selected) as SettingsCamera;
    const camera = `/api/crm/cameras/${free.id}/`;
    const was = (await keeper.get(camera)).body as unknown as { name: string; link: string };
    const elsewhere = free.buildings.map(({ id }) => id);
    const link = (buildings: number[]) => keeper.put(camera, { name: was.name, link: was.link, buildings });
    expect((await link([...elsewhere, demo.home.building])).status).toBe(200);

    const late = await manager.put(url, valid({ cameras: chosen, version }));
    // Of links that were made on another page it is not known who did.
    expect([late.status, late.body.code, late.body.changed]).toEqual([409, 'record_changed', undefined]);
    expect(await linked()).toContain(free.id);
    const days = await manager.put(url, valid({ submit_start_day: 7, version }));
    expect(days.status).toBe(200);

    // Seen and let go, it stays let go; and a link that went meanwhile is told of, too.
    const seen = (await manager.get(url)).body.version;
    expect((await link(elsewhere)).status).toBe(200);
    expect((await manager.put(url, valid({ cameras: [...chosen, free.id], version: seen }))).status).toBe(409);
    expect(await linked()).not.toContain(free.id);
    const now = (await manager.get(url)).body.version;
    expect((await manager.put(url, valid({ cameras: chosen, version: now }))).status).toBe(200);
  });

  test('SET-39: a client that knows no versions saves as ever', async () => {
    expect((await manager.put(url, valid())).status).toBe(200);
    expect((await other.put(url, valid())).status).toBe(200);
  });
});

describe('rights', () => {
  test('PERM-20, PERM-25: who may only look does not save', async () => {
    const reader = await newPerson(app, { levels: { buildings: 'read' } });
    const answer = await reader.put(url, valid());
    expect(answer.status).toBe(403);
    expect(String(answer.body.detail)).toContain('Объекты');
  });

  test('PERM-24: who holds some entrances alone sees the building and does not change it', async () => {
    const half = await newPerson(app, { levels: { buildings: 'write' }, porches: [demo.home.porch] });
    const before = await stored();
    const answer = await half.put(url, valid());
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toBe('Вам доступна только часть дома, поэтому изменить его нельзя');
    expect(await stored()).toEqual(before);
    expect((await half.put(`/api/crm/settings/building/${demo.away.building}/`, valid())).status).toBe(404);
  });
});

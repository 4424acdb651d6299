import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/crm/cameras/';
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const valid = (change: object = {}) => ({
  name: 'Двор',
  link: 'https://cam.example.ru/1',
  buildings: [demo.home.building],
  ...change,
});
/** Creates a camera and answers its id. */
async function newCamera(change: object = {}, by = admin): Promise<number> {
  const answer = await by.post(URL, valid(change));
  expect([200, 201]).toContain(answer.status);
  return Number(answer.body.params?.id);
}
const stored = (id: number) =>
  app.database.kysely.selectFrom('cameras').selectAll().where('id', '=', id).executeTakeFirst();
const links = async (id: number) =>
  (await app.database.kysely.selectFrom('camera_buildings').select('building_id').where('camera_id', '=', id).execute())
    .map((row) => row.building_id)
    .sort((a, b) => a - b);
const count = async () => (await app.database.kysely.selectFrom('cameras').select('id').execute()).length;

describe('the list', () => {
  test('CAM-01: is that of the asked buildings', async () => {
    const here = await newCamera({ name: 'Только здесь' });
    const there = await newCamera({ name: 'Только там', buildings: [demo.away.building] });
    const ids = async (query: string) => (await admin.get(`${URL}${query}`)).list.map((camera) => Number(camera.id));
    expect(await ids(`?buildings_id=${demo.home.building}`)).toContain(here);
    expect(await ids(`?buildings_id=${demo.home.building}`)).not.toContain(there);
    expect(await ids(`?buildings_id=${demo.home.building},${demo.away.building}`)).toEqual(
      expect.arrayContaining([here, there]),
    );
    expect(await ids('')).toEqual(expect.arrayContaining([here, there]));
  });

  test('CAM-01: an item has id, name, link and the ids of buildings the reader may see', async () => {
    const id = await newCamera({ buildings: [demo.home.building, demo.away.building] });
    const reader = await newPerson(app, { levels: 'read', porches: [demo.home.porch] });
    const camera = (await reader.get(URL)).list.find((item) => item.id === (id as never));
    expect(camera).toMatchObject({
      id,
      name: 'Двор',
      link: 'https://cam.example.ru/1',
      buildings: [demo.home.building],
    });
  });

  test.each(['abc', '0', '-5', '1,x', '99999999999', '1;drop'])(
    'API-21: buildings_id=%s is refused or finds nothing',
    async (value) => {
      const answer = await admin.get(`${URL}?buildings_id=${encodeURIComponent(value)}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) expect(answer.list).toEqual([]);
    },
  );
});

describe('creating', () => {
  test('CAM-06, API-07, API-20: is stored, answers the saved camera in params and is read back', async () => {
    const answer = await admin.post(
      URL,
      valid({ name: '  Калитка  ', buildings: [demo.away.building, demo.home.building] }),
    );
    const id = Number(answer.body.params?.id);
    expect(answer.body.params).toMatchObject({ id, name: 'Калитка', link: 'https://cam.example.ru/1' });
    expect((await admin.get(`${URL}${id}/`)).body).toMatchObject({
      id,
      name: 'Калитка',
      link: 'https://cam.example.ru/1',
    });
    expect(await links(id)).toEqual([demo.home.building, demo.away.building].sort((a, b) => a - b));
  });

  test.each([
    ['CAM-12', { name: '' }, { name: ['обязательное поле'] }],
    ['CAM-12', { name: null }, { name: ['обязательное поле'] }],
    ['CAM-12', { link: '' }, { link: ['обязательное поле'] }],
    ['CAM-13', { name: 'Да' }, { name: ['должно содержать от 1 до 60 символов'] }],
    ['CAM-13', { name: 'я'.repeat(61) }, { name: ['должно содержать от 1 до 60 символов'] }],
    ['CAM-10', { link: 'ftp://x' }, { link: ['введите корректную ссылку'] }],
    ['CAM-10', { link: 'javascript:alert(1)' }, { link: ['введите корректную ссылку'] }],
    ['CAM-11', { buildings: [] }, { buildings: ['укажите объекты'] }],
    ['CAM-11', { buildings: undefined }, { buildings: ['укажите объекты'] }],
    ['API-21', { buildings: 'все' }, { buildings: ['выберите из списка'] }],
  ])('%s: %j answers 400 with the same text the form shows, and stores nothing', async (_item, change, fields) => {
    const before = await count();
    const answer = await admin.post(URL, valid(change as object));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(fields as object);
    expect(await count()).toBe(before);
  });

  test('CAM-10, CAM-11, CAM-12, CAM-17: every field that is wrong is told at once', async () => {
    const answer = await admin.post(URL, {});
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      name: ['обязательное поле'],
      link: ['обязательное поле'],
      buildings: ['укажите объекты'],
    });
  });

  test.each([[[999999]], [[2_147_483_648]], [[-1]], [['abc']], [[null]], [[{}]], [Array(20_000).fill(1)]])(
    'API-21: buildings that there are not answer 400 (%#)',
    async (buildings) => {
      const before = await count();
      const answer = await admin.post(URL, valid({ buildings }));
      expect(answer.status).toBe(400);
      expect(answer.body).toHaveProperty('buildings');
      expect(await count()).toBe(before);
    },
  );

  test('PERM-25: a building out of reach cannot be named, nor one that is only partly open', async () => {
    const away = await newPerson(app, { porches: [demo.away.porch] });
    expect((await away.post(URL, valid())).status).toBe(400);
    const half = await newPerson(app, { porches: [demo.home.porch] });
    expect([400, 403]).toContain((await half.post(URL, valid())).status);
  });

  test('keys nobody knows are dropped: nobody chooses his own id', async () => {
    const answer = await admin.post(URL, valid({ id: 4242, created_at: '1970-01-01', role: 'admin' }));
    expect(Number(answer.body.params?.id)).not.toBe(4242);
  });
});

describe('editing', () => {
  test('CAM-07: PUT replaces name, link and buildings', async () => {
    const id = await newCamera();
    const answer = await admin.put(`${URL}${id}/`, {
      name: 'Паркинг',
      link: 'http://b.ru/',
      buildings: [demo.away.building],
    });
    expect(answer.status).toBe(200);
    expect(await stored(id)).toMatchObject({ name: 'Паркинг', link: 'http://b.ru/' });
    expect(await links(id)).toEqual([demo.away.building]);
  });

  test('CAM-08: each building of a camera says whether it is wholly open', async () => {
    const id = await newCamera({ buildings: [demo.home.building, demo.away.building] });
    const porches = await app.database.kysely
      .selectFrom('porches')
      .select('id')
      .where('building_id', '=', demo.away.building)
      .execute();
    const half = await newPerson(app, { porches: [demo.home.porch, ...porches.map((porch) => porch.id)] });
    const { body } = await half.get(`${URL}${id}/`);
    const buildings = body.buildings as unknown as {
      id: number;
      is_all_porches: boolean;
      street: string;
      number: string;
    }[];
    expect(buildings.find((item) => item.id === demo.home.building)).toMatchObject({ is_all_porches: false });
    expect(buildings.find((item) => item.id === demo.away.building)).toMatchObject({ is_all_porches: true });
  });

  test('CAM-09: buildings the editor cannot change stay linked, whether or not the body names them', async () => {
    const id = await newCamera({ buildings: [demo.home.building, demo.away.building] });
    const porches = await app.database.kysely
      .selectFrom('porches')
      .select('id')
      .where('building_id', '=', demo.away.building)
      .execute();
    const editor = await newPerson(app, { porches: [demo.home.porch, ...porches.map((porch) => porch.id)] });
    const both = await editor.put(
      `${URL}${id}/`,
      valid({ name: 'Раз', buildings: [demo.home.building, demo.away.building] }),
    );
    expect(both.status).toBe(200);
    expect(await links(id)).toEqual([demo.home.building, demo.away.building].sort((a, b) => a - b));
    const one = await editor.put(`${URL}${id}/`, valid({ name: 'Два', buildings: [demo.away.building] }));
    expect(one.status).toBe(200);
    expect(await links(id)).toContain(demo.home.building);
  });

  test('CAM-09: a building that the editor cannot even see stays linked', async () => {
    const id = await newCamera({ buildings: [demo.home.building, demo.away.building] });
    const porches = await app.database.kysely
      .selectFrom('porches')
      .select('id')
      .where('building_id', '=', demo.home.building)
      .execute();
    const editor = await newPerson(app, { porches: porches.map((porch) => porch.id) });
    expect((await editor.put(`${URL}${id}/`, valid({ name: 'Своё' }))).status).toBe(200);
    expect(await links(id)).toEqual([demo.home.building, demo.away.building].sort((a, b) => a - b));
  });

  test('PERM-25: a camera of buildings out of reach is not found, and stays as it was', async () => {
    const id = await newCamera();
    const away = await newPerson(app, { porches: [demo.away.porch] });
    expect((await away.get(`${URL}${id}/`)).status).toBe(404);
    expect((await away.put(`${URL}${id}/`, valid({ name: 'Чужое', buildings: [demo.away.building] }))).status).toBe(
      404,
    );
    expect((await away.remove(`${URL}${id}/`)).status).toBe(404);
    expect(await stored(id)).toMatchObject({ name: 'Двор' });
  });

  test('a body with mistakes changes nothing', async () => {
    const id = await newCamera();
    expect((await admin.put(`${URL}${id}/`, valid({ name: 'Новое имя', link: 'нет' }))).status).toBe(400);
    expect(await stored(id)).toMatchObject({ name: 'Двор' });
  });
});

describe('deleting', () => {
  test('CAM-04, API-21: answers success once, then 404', async () => {
    const id = await newCamera();
    expect([200, 204]).toContain((await admin.remove(`${URL}${id}/`)).status);
    expect((await admin.remove(`${URL}${id}/`)).status).toBe(404);
    expect((await admin.get(`${URL}${id}/`)).status).toBe(404);
    expect((await admin.get(URL)).list.map((camera) => camera.id)).not.toContain(id);
  });

  test('PERM-25: one that also hangs on a building out of reach is not taken from it', async () => {
    const id = await newCamera({ buildings: [demo.home.building, demo.away.building] });
    const porches = await app.database.kysely
      .selectFrom('porches')
      .select('id')
      .where('building_id', '=', demo.home.building)
      .execute();
    const half = await newPerson(app, { porches: porches.map((porch) => porch.id) });
    const answer = await half.remove(`${URL}${id}/`);
    expect([403, 404]).toContain(answer.status);
    expect(await stored(id)).toBeDefined();
  });
});

describe('rights', () => {
  test.each([
    ['denied', 403, 403],
    ['read', 200, 403],
    ['write', 200, 201],
    ['performer', 200, 201],
  ] as const)(
    'PERM-05, PERM-12, PERM-25: cameras=%s reads with %p and writes with %p',
    async (level, reads, writes) => {
      const person = await newPerson(app, { levels: { cameras: level } });
      expect((await person.get(URL)).status).toBe(reads);
      const answer = await person.post(URL, valid());
      expect(answer.status === 200 ? 201 : answer.status).toBe(writes);
      if (writes === 403) expect(String(answer.body.detail)).toMatch(/Камеры/);
    },
  );

  test('PERM-25: a right that is taken away is gone on the very next call', async () => {
    const person = await newPerson(app, { levels: { cameras: 'write' } });
    const id = await newCamera({}, person);
    await app.database.kysely.updateTable('levels').set({ level: 'read' }).where('user_id', '=', person.id).execute();
    expect((await person.put(`${URL}${id}/`, valid({ name: 'Поздно' }))).status).toBe(403);
    expect((await person.get(`${URL}${id}/`)).status).toBe(200);
  });
});

describe('what is written down', () => {
  test('each write leaves one row with who, when, what, before and after', async () => {
    const id = await newCamera();
    await admin.put(`${URL}${id}/`, valid({ name: 'Другое' }));
    await admin.remove(`${URL}${id}/`);
    const rows = await app.database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('resource', '=', 'cameras')
      .where('record_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(rows.every((row) => row.user_id === admin.id && row.request_id)).toBe(true);
    expect(rows[0]).toMatchObject({ before: null, after: expect.objectContaining({ name: 'Двор' }) });
    expect(rows[1]).toMatchObject({
      before: expect.objectContaining({ name: 'Двор' }),
      after: expect.objectContaining({ name: 'Другое' }),
    });
    expect(rows[2]).toMatchObject({ before: expect.objectContaining({ name: 'Другое' }), after: null });
  });

  test('a refused write leaves none of a change', async () => {
    // That a right was refused is written down as such (tests/server/access/security-events.test.ts).
    const changes = () =>
      app.database.kysely.selectFrom('audit').select('id').where('resource', '<>', 'security').execute();
    const before = await changes();
    await admin.post(URL, {});
    await (await newPerson(app, { levels: 'read' })).post(URL, valid());
    expect(await changes()).toHaveLength(before.length);
  });
});

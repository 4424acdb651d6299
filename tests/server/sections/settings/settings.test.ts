import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/crm/settings/building/';
let app: TestApp;
let demo: DemoCompany;
let manager: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  manager = await newPerson(app, { levels: { buildings: 'write' } });
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
const page = async (query = '', by = manager) => (await by.get(`${URL}${query}`)).body as unknown as PageBody;
interface PageBody {
  count: number;
  number: number;
  page_size: number;
  previous: string | null;
  next: string | null;
  results: Row[];
}
const lineOf = (rows: readonly Row[], id: number) => rows.find((row) => row.id === id);

describe('the list of buildings', () => {
  test('SET-06, SET-08: is paged, ten to a page when the call names no size', async () => {
    const body = await page();
    expect(body).toMatchObject({ count: 4, number: 1, page_size: 10, previous: null, next: null });
    expect(body.results).toHaveLength(4);
  });

  test('SET-06: pages lead to their neighbours and do not overlap', async () => {
    const first = await page('?page=1&page_size=3');
    expect(first).toMatchObject({ count: 4, number: 1, previous: null, next: `${URL}?page=2&page_size=3` });
    const second = await page('?page=2&page_size=3');
    expect(second).toMatchObject({ number: 2, previous: `${URL}?page=1&page_size=3`, next: null });
    const ids = [...first.results, ...second.results].map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(demo.buildings));
  });

  test('SET-06: a page beyond the end is not found, an empty list is its first page', async () => {
    expect((await manager.get(`${URL}?page=2&page_size=10`)).status).toBe(404);
    expect((await manager.get(`${URL}?page=999999999&page_size=1`)).status).toBe(404);
    const stranger = await newPerson(app, { levels: { buildings: 'read' }, porches: [] });
    await app.database.kysely.updateTable('users').set({ company_id: 3 }).where('id', '=', stranger.id).execute();
    expect(await page('', stranger)).toMatchObject({ count: 0, results: [] });
  });

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page_size=0',
    'page_size=501',
    'page_size=x',
    'sort=id',
    'buildings_id=x',
  ])('SET-06, API-21: ?%s answers 400 in Russian', async (query) => {
    const answer = await manager.get(`${URL}?${query}`);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(/[а-я]/);
  });

  test('SET-05, SET-16: a line says whose the building is, of what kind and how big', async () => {
    const { results } = await page();
    const home = lineOf(results, demo.home.building);
    expect(home).toMatchObject({
      street: 'ул. Лесная',
      number: '12',
      complex: { name: 'ЖК «Северный квартал»' },
      tenant: { label: 'УК «Северный дом»' },
      subsidiary: null,
      building_type: 'tenement',
      floor_count: 4,
      porches_count: 3,
    });
    const units = await app.database.kysely
      .selectFrom('units')
      .where('building_id', '=', demo.home.building)
      .select('unit_type')
      .execute();
    const flats = units.filter(({ unit_type }) => unit_type === 'flat').length;
    expect([home?.units_count, flats < units.length]).toEqual([flats, true]);
    expect(results.some(({ subsidiary }) => (subsidiary as Row | null)?.label === 'Север-Сервис')).toBe(true);
    expect(results.some(({ complex }) => complex === null)).toBe(true);
  });

  test('SET-09: comes by street and number, another order is asked for by name', async () => {
    const streets = (rows: readonly Row[]) => rows.map(({ street, number }) => `${street} ${number}`);
    const by = async (sort: string) => streets((await page(`?sort=${sort}`)).results);
    expect(await by('address')).toEqual(['наб. Речников 3', 'Садовый пер. 8', 'ул. Лесная 12', 'ул. Лесная 14']);
    expect(await by('-address')).toEqual((await by('address')).toReversed());
    expect((await page('?sort=-complex')).results.at(-1)?.complex).toBeNull();
    expect((await page('?sort=complex')).results.at(-1)?.complex).toBeNull();
    expect((await page('?sort=organization')).results[0]?.subsidiary).toEqual({ label: 'Север-Сервис' });
    expect((await page('?sort=type')).results).toHaveLength(4);
  });

  test('SET-13, PERM-25: of a building out of reach only its address and whose it is is told', async () => {
    const half = await newPerson(app, { levels: { buildings: 'read' }, porches: [demo.home.porch] });
    const { count, results } = await page('', half);
    expect(count).toBe(4);
    expect(lineOf(results, demo.home.building)).toMatchObject({
      available_porches: [{ id: demo.home.porch, number: 1 }],
      porches_count: 3,
      submit_start_day: 1,
    });
    const away = lineOf(results, demo.away.building);
    expect(away).toMatchObject({
      available_porches: [],
      floor_count: null,
      porches_count: null,
      units_count: null,
      cameras_count: null,
      submit_start_day: null,
      submit_end_day: null,
      reading_types: [],
    });
    expect(String(away?.street)).not.toBe('');
  });

  test('SET-13: who works for a subsidiary is shown what it serves and what is open to him', async () => {
    const served = await newPerson(app, { levels: { buildings: 'read' }, porches: [demo.home.porch] });
    const db = app.database.kysely;
    await db.updateTable('users').set({ company_id: 2 }).where('id', '=', served.id).execute();
    const ids = (await page('', served)).results.map(({ id }) => Number(id));
    const own = await db.selectFrom('buildings').where('subsidiary_id', '=', 2).select('id').execute();
    expect(new Set(ids)).toEqual(new Set([...own.map(({ id }) => id), demo.home.building]));
  });

  test('SET-22, SET-23: by buildings_id the settings of these buildings come all at once', async () => {
    const answer = await manager.get(`${URL}?buildings_id=${demo.buildings.join(',')}`);
    expect(answer.list).toHaveLength(4);
    expect(lineOf(answer.list, demo.home.building)).toMatchObject({
      submit_start_day: 1,
      submit_end_day: 28,
      reading_types: ['water_hot_and_cold', 'elec_day_and_night', 'heating'],
    });
    const one = await manager.get(`${URL}?buildings_id=${demo.away.building}`);
    expect(one.list.map(({ id }) => Number(id))).toEqual([demo.away.building]);
  });

  test('SET-23, PERM-25: buildings out of reach are left out', async () => {
    const half = await newPerson(app, { levels: { buildings: 'read' }, porches: [demo.home.porch] });
    const answer = await half.get(`${URL}?buildings_id=${demo.buildings.join(',')}`);
    expect(answer.list.map(({ id }) => Number(id))).toEqual([demo.home.building]);
  });
});

describe('one building', () => {
  test('SET-38: brings the building, its days, what it collects, its cameras and those that may become its', async () => {
    const { status, body } = await manager.get(`${URL}${demo.home.building}/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: demo.home.building,
      building: { id: demo.home.building, street: 'ул. Лесная', number: '12', building_type: 'tenement' },
      submit_start_day: 1,
      submit_end_day: 28,
      reading_types: ['water_hot_and_cold', 'elec_day_and_night', 'heating'],
    });
    const cameras = body.cameras as unknown as Row[];
    const links = await app.database.kysely
      .selectFrom('camera_buildings')
      .where('building_id', '=', demo.home.building)
      .select('camera_id')
      .execute();
    const ticked = cameras.filter(({ is_selected }) => is_selected);
    expect(new Set(ticked.map(({ id }) => id))).toEqual(new Set(links.map(({ camera_id }) => camera_id)));
    expect(cameras.length).toBeGreaterThan(ticked.length);
    expect(cameras.slice(0, ticked.length)).toEqual(ticked);
    expect(body.cameras_count).toBe(ticked.length);
    expect(cameras[0]).toHaveProperty('buildings.0.street');
    expect(JSON.stringify(cameras)).not.toContain('link');
  });

  test('SET-38: a camera that is linked to this building alone is not for this form to take away', async () => {
    const { body } = await manager.get(`${URL}${demo.home.building}/`);
    const named = (name: string) => (body.cameras as unknown as Row[]).find((camera) => camera.name === name);
    expect(named('Вход в подъезд 1')).toMatchObject({ is_selected: true, is_editable: false });
    expect(named('Двор со стороны сквера')).toMatchObject({ is_selected: true, is_editable: true });
    expect(named('Парковка, въезд')).toMatchObject({ is_selected: false, is_editable: true });
  });

  test('PERM-25: what is out of reach is not found, neither are its cameras', async () => {
    const half = await newPerson(app, { levels: { buildings: 'write' }, porches: [demo.home.porch] });
    expect((await half.get(`${URL}${demo.away.building}/`)).status).toBe(404);
    const { status, body } = await half.get(`${URL}${demo.home.building}/`);
    expect(status).toBe(200);
    const places = (body.cameras as unknown as { buildings: Row[] }[]).flatMap(({ buildings }) => buildings);
    expect(new Set(places.map(({ id }) => id))).toEqual(new Set([demo.home.building]));
  });

  test.each(['0', 'x', '999999', '99999999999', '1e3', '%00'])('API-21: /%s/ is not found', async (id) => {
    expect((await manager.get(`${URL}${id}/`)).status).toBe(404);
  });

  test('PERM-20, PERM-25: without the right to see objects nothing of it is told, in Russian', async () => {
    const nobody = await newPerson(app, { levels: { cameras: 'write' } });
    for (const url of [URL, `${URL}?buildings_id=${demo.home.building}`, `${URL}${demo.home.building}/`]) {
      const answer = await nobody.get(url);
      expect(answer.status).toBe(403);
      expect(String(answer.body.detail)).toContain('Объекты');
    }
  });

  test('SET-43: the passport reads the building itself', async () => {
    const { status, body } = await manager.get(`/api/crm/buildings/${demo.home.building}/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: demo.home.building, street: 'ул. Лесная', number: '12' });
  });
});

describe('the company', () => {
  const COMPANY = '/api/crm/settings/company-profile/';

  test('SET-44: has names, picture, telephones and the day of its registration', async () => {
    expect((await manager.get(COMPANY)).body).toEqual({
      id: 1,
      name_full: 'Общество с ограниченной ответственностью «Управляющая компания „Северный дом“»',
      name_short: 'УК «Северный дом»',
      avatar: null,
      phones: [
        { group: 'Аварийная служба', number: '+78005550103' },
        { group: 'Диспетчерская', number: '+78005550101' },
        { group: 'Бухгалтерия', number: '+78005550107' },
      ],
      license_on: '2016-03-14',
    });
  });

  test('SET-44, SHELL-20: is open to who may see no section at all, and is the one he works for', async () => {
    const nobody = await newPerson(app, { levels: {}, porches: [] });
    await app.database.kysely.updateTable('users').set({ company_id: 2 }).where('id', '=', nobody.id).execute();
    expect((await nobody.get(COMPANY)).body).toMatchObject({ id: 2, name_short: 'ООО «Север-Сервис»' });
  });

  test('SET-44: its picture is an address that works for this session', async () => {
    const db = app.database.kysely;
    const file = await db.selectFrom('files').where('mime', 'like', 'image/%').select('id').executeTakeFirstOrThrow();
    await db.updateTable('companies').set({ avatar: file.id }).where('id', '=', 1).execute();
    const avatar = String((await manager.get(COMPANY)).body.avatar);
    expect((await app.call('GET', avatar)).status).toBe(200);
    await db.updateTable('companies').set({ avatar: null }).where('id', '=', 1).execute();
  });
});

import type { Method } from '#server/http/declaration.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let first: Person;
let second: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  const rights = { role: 'admin', levels: 'write' } as const;
  [first, second] = [await newPerson(app, rights), await newPerson(app, rights)];
});
afterAll(() => app.close());

/** A record that a form replaces: its address, what the form sends with another value, and where that value is read. */
interface Edited {
  method: Method;
  url: string;
  body: (value: string) => object;
  /** Key of the version on the wire. */
  version?: string;
  read: () => Promise<Record<string, unknown>>;
  /** Key of the value that both editors change. */
  field: string;
  values: [string, string];
}

const get = (url: string) => async () => (await first.get(url)).body;
const FIELDS = { field: 'name', values: ['Двор и сквер', 'Двор и парковка'] } satisfies Pick<
  Edited,
  'field' | 'values'
>;
const PHONE = '+79160000517';

async function camera(): Promise<Edited> {
  const body = (name: string) => ({ name, link: 'https://cam.example.ru/1', buildings: [demo.home.building] });
  const made = await first.post('/api/crm/cameras/', body('Двор'));
  const url = `/api/crm/cameras/${made.body.params?.id}/`;
  return { method: 'PUT', url, body, read: get(url), ...FIELDS };
}

async function resident(): Promise<Edited> {
  const { kysely } = app.database;
  const home = kysely.selectFrom('units').where('porch_id', '=', demo.home.porch).select('id');
  const unit = await home.executeTakeFirstOrThrow();
  const body = (last_name: string) => ({
    ...{ first_name: 'Дарья', last_name, phone_number: PHONE, gender: 'female', units: [unit.id] },
  });
  const made = await first.post('/api/crm/residents/', body('Белова'));
  const url = `/api/crm/residents/${made.body.params?.id}/`;
  return { method: 'PUT', url, body, read: get(url), field: 'last_name', values: ['Громова', 'Серова'] };
}

async function employee(): Promise<Edited> {
  const person = await newPerson(app);
  const url = `/api/crm/employee/${person.id}/`;
  const { company, first_name, last_name } = (await first.get(url)).body as unknown as Record<string, { id: number }>;
  const body = (position: string) => ({
    ...{ first_name, last_name, gender: 'male', position, company: company?.id, phone_number: person.phone },
  });
  return { method: 'PUT', url, body, read: get(url), field: 'position', values: ['Мастер', 'Слесарь'] };
}

async function announcement(): Promise<Edited> {
  const text = 'Воду отключат утром и дадут к вечеру.';
  const target = { buildings: [demo.home.building] };
  const made = await first.post('/api/crm/news/', { title: 'Воды не будет', description: text, type: 'info', target });
  const { data } = made.body as unknown as { data: { params: { id: number } } };
  const url = `/api/crm/news/${data.params.id}/`;
  const body = (title: string) => ({ title, description: text, type: 'info', attachments: [] });
  return {
    method: 'PATCH',
    url,
    body,
    read: get(url),
    field: 'title',
    values: ['Вода есть везде', 'Воды всё ещё нет'],
  };
}

async function building(): Promise<Edited> {
  const url = `/api/crm/settings/building/${demo.home.building}/`;
  const body = (types: string) => ({ submit_start_day: 3, submit_end_day: 9, reading_types: types.split(',') });
  await first.put(url, body('gas'));
  return { method: 'PUT', url, body, read: get(url), field: 'reading_types', values: ['heating', 'gas,heating'] };
}

async function answer(): Promise<Edited> {
  const url = '/api/crm/answers/';
  const body = (text: string) => ({ title: 'Когда дадут воду', text });
  const made = await first.post(url, body('Завтра утром.'));
  const id = made.body.params?.id;
  const read = async () => (await first.get(url)).list.find((one) => one.id === id) as Record<string, unknown>;
  return { method: 'PATCH', url: `${url}${id}/`, body, read, field: 'text', values: ['Завтра днём.', 'Вечером.'] };
}

async function added(): Promise<Edited> {
  const body = (guest: string) => ({
    ...{ guest, house: demo.home.building, kind: 'car', from: '2026-05-01', times: 2, signed: true },
  });
  const made = await first.post('/api/records/passes', body('Пётр Гостев'));
  const url = `/api/records/passes/${made.body.id}`;
  const values: [string, string] = ['Анна Гостева', 'Олег Гостев'];
  return { method: 'PUT', url, body, version: 'record_version', read: get(url), field: 'guest', values };
}

const SECTIONS = { camera, resident, employee, announcement, building, answer, added };

describe('two people on one record', () => {
  test.each(Object.keys(SECTIONS) as (keyof typeof SECTIONS)[])(
    'G-69: %s: the second is told who changed it and when, and overwrites only what they have seen',
    async (section) => {
      const { method, url, body, version: key = 'version', read, field, values } = await SECTIONS[section]();
      const [mine, theirs] = values;
      const save = (who: Person, value: string, version?: unknown) =>
        who.call(method, { url, body: { ...body(value), ...(version === undefined ? {} : { [key]: version }) } });
      const shown = (value: unknown) => (Array.isArray(value) ? value.join(',') : value);
      const opened = (await read())[key];
      expect(opened).toEqual(expect.any(String));
      expect((await second.get(url)).body[key] ?? opened).toBe(opened);

      expect((await save(first, mine, opened)).status).toBe(200);
      const late = await save(second, theirs, opened);
      expect([late.status, late.body.code]).toEqual([409, 'record_changed']);
      const { changed } = late.body as unknown as { changed: { by: { user: number; name: string }; at: string } };
      expect(changed.by.user).toBe(first.id);
      expect(changed.by.name).toMatch(/^Иван Проверкин/);
      expect(Math.abs(Date.parse(changed.at) - Date.now())).toBeLessThan(60_000);
      expect(shown((await read())[field])).toBe(mine);

      // A writer who has seen the present values may write, and so may a client that knows no versions.
      const seen = (await read())[key];
      expect(seen).not.toBe(opened);
      expect((await save(second, theirs, seen)).status).toBe(200);
      expect(shown((await read())[field])).toBe(theirs);
      expect((await save(first, mine)).status).toBe(200);
      // A version that no server ever gave is outdated; one that cannot be a version is refused.
      expect((await save(first, theirs, 7)).status).toBe(409);
      if (section !== 'added') expect((await save(first, theirs, { seen: true })).status).toBe(400);
    },
  );

  test('of two who save at the same moment exactly one wins', async () => {
    const { url, body, read } = await camera();
    const { version } = await read();
    const saves = [first, second].map((who) => who.put(url, { ...body(`Двор ${who.id}`), version }));
    expect((await Promise.all(saves)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('what is changed out of the reach of an editor is no conflict of theirs, and stays', async () => {
    const { url, body } = await camera();
    await first.put(url, { ...body('Двор'), buildings: [demo.home.building, demo.away.building] });
    const porches = app.database.kysely.selectFrom('porches').where('building_id', '=', demo.home.building);
    const held = (await porches.select('id').execute()).map(({ id }) => id);
    const narrow = await newPerson(app, { porches: held });
    const { version } = (await narrow.get(url)).body;
    await first.put(url, body('Двор'));
    expect((await narrow.put(url, { ...body('Сквер'), version })).status).toBe(200);
  });
});

// Runs on PostgreSQL too: collation, locks, constraints.

import { TASKS_PATH } from '#resources/protocol/requests/tasks.ts';
import type { Reader } from '#server/access/reader.ts';
import { openStore } from '#server/files/open-store.ts';
import { RESTORABLE_FOR } from '#server/records/kit/undo.ts';
import { purgeDirectories } from '#server/sections/directories/deletion-queries.ts';
import { ALL_DIRECTORIES } from '#server/sections/directories/queries.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person, setPorches } from '#tests/support/server/people.ts';
import { request } from '#tests/support/server/requests.ts';
import { type Json, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAMES = ['services', 'complexes', 'organisations', 'answers', 'stories', 'webhooks'] as const;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let clock = Date.now();
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const at = (name: string, id?: unknown, action = '') =>
  `/api/crm/directories/${name}/${id === undefined ? '' : `${id}/`}${action}`;
const list = async (name: string, by = admin) => (await by.get(at(name))).list;
const db = () => app.database.kysely;
async function picture(): Promise<number> {
  const files = [{ field: 'attachments', name: 'кадр.png', bytes: PICTURE }];
  const { list } = await admin.call('POST', { url: '/api/authorized/attachments/', files });
  return Number(list[0]?.id);
}
let count = 0;
const title = (word: string) => {
  count += 1;
  return `${word} ${count}`;
};
async function bodyOf(name: (typeof NAMES)[number]): Promise<Record<string, unknown>> {
  const short = { name_short: 'ООО «Юг»', name_full: 'Общество «Юг»' };
  return {
    services: () => ({ name: title('Плитка'), icon: 'bolt' }),
    complexes: () => ({ name: title('Квартал') }),
    organisations: () => ({ label: title('Юг'), ...short }),
    webhooks: () => ({ name: title('ledger').replace(' ', '-'), address: 'https://example.org/hook' }),
    answers: () => ({ title: title('Показания'), text: 'Здравствуйте, {имя}!' }),
    stories: async () => ({
      title: title('Как менять кран'),
      subtype: 'rules',
      buildings: [demo.home.building],
      cover: [await picture()],
      pictures: [await picture()],
    }),
  }[name]();
}
async function make(name: (typeof NAMES)[number], over: object = {}): Promise<Json> {
  const made = await admin.post(at(name), { ...(await bodyOf(name)), ...over });
  expect([name, made.status, made.status === 201 ? '' : made.text]).toEqual([name, 201, '']);
  return made.body;
}
const auditEntriesOf = async (name: string, id: unknown) =>
  (
    await db()
      .selectFrom('audit')
      .where('resource', '=', `company-${name}`)
      .where('record_id', '=', String(id))
      .orderBy('id')
      .select(['action', 'user_id'])
      .execute()
  ).map(({ action, user_id }) => [action, user_id]);

describe.each(NAMES)('%s of the company', (name) => {
  test('are made, changed, deleted and brought back by an administrator, all of it in the journal', async () => {
    const made = await make(name);
    const one = await admin.get(at(name, made.id));
    expect([one.status, one.body]).toEqual([200, expect.objectContaining({ id: made.id })]);
    const change = await bodyOf(name);
    const changed = await admin.put(at(name, made.id), { ...change, record_version: made.record_version });
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('"id"')]);
    const key = Object.keys(change)[0] ?? '';
    expect(changed.body[key]).toBe(change[key]);
    const removed = await admin.remove(at(name, made.id));
    expect([removed.status, removed.text]).toEqual([200, expect.any(String)]);
    expect((await admin.get(at(name, made.id))).status).toBe(404);
    const back = await admin.post(at(name, made.id, 'restore/'));
    expect(back.body).toEqual({ ...changed.body, ...withAddresses(back.body) });
    expect((await list(name)).map(({ id }) => id)).toContain(made.id);
    expect(await auditEntriesOf(name, made.id)).toEqual(
      ['create', 'update', 'delete', 'restore'].map((action) => [action, admin.id]),
    );
  });

  test('what was deleted comes back for ten seconds and no longer', async () => {
    const { id } = await make(name);
    await admin.remove(at(name, id));
    clock += RESTORABLE_FOR + 1;
    expect((await admin.post(at(name, id, 'restore/'))).status).toBe(404);
    const store = openStore({ dataDir: app.dataDir } as never);
    expect(await purgeDirectories(db(), store, app.now())).toBeGreaterThan(0);
    expect(await db().selectFrom('directory_deletions').selectAll().execute()).toEqual([]);
  });

  test('the second of two editors learns of the first', async () => {
    const made = await make(name);
    await admin.put(at(name, made.id), await bodyOf(name));
    const stale = await admin.put(at(name, made.id), { ...(await bodyOf(name)), record_version: made.record_version });
    expect([stale.status, stale.body.code]).toEqual([409, 'record_changed']);
  });

  test('bad values are told at their fields, and nothing is stored', async () => {
    const before = await list(name);
    const answer = await admin.post(at(name), {});
    expect(answer.status).toBe(400);
    expect(await list(name)).toHaveLength(before.length);
  });

  test('who is no administrator any more reads and changes nothing, also where that comes after the guard', async () => {
    const made = await make(name);
    const fallen = await newPerson(app, { role: 'admin' });
    await db().updateTable('users').set({ role: 'employee' }).where('id', '=', fallen.id).execute();
    expect((await fallen.put(at(name, made.id), await bodyOf(name))).status).toBe(403);
    const directory = ALL_DIRECTORIES.find((one) => one.name === name);
    const [stored] = (await directory?.rows({ db: db(), reader: { user: admin.id } as Reader, now: app.now() })) ?? [];
    if (!directory || !stored) throw new Error(`${name} holds nothing`);
    const call = { db: db(), reader: { user: fallen.id } as Reader, now: app.now() };
    expect(await directory.rows(call)).toEqual([]);
    const before = await list(name);
    const change = { ...stored.data, name: 'другое', title: 'другое', label: 'другое' };
    await directory.update(call, { ...stored, data: change });
    await directory.remove(call, { ...stored, id: Number(made.id) }).catch(() => undefined);
    expect((await list(name)).map(withoutAddresses)).toEqual(before.map(withoutAddresses));
  });
});

const withoutAddresses = ({ cover: _cover, pictures: _pictures, ...rest }: Json) => rest;
/** Addresses of files are made anew for every answer. */
const withAddresses = ({ cover, pictures }: Json) => (cover ? { cover, pictures } : {});

describe('services', () => {
  test('a name that another one has is told at its field', async () => {
    const body = await bodyOf('services');
    expect((await admin.post(at('services'), body)).status).toBe(201);
    const second = await admin.post(at('services'), body);
    expect([second.status, second.body.name]).toEqual([400, ['уже занято']]);
  });

  test('stand in their order; a closed one is marked, stands last and is taken for no new request', async () => {
    const last = await make('services', { name: 'Яблони' });
    const first = await make('services', { name: 'Арки', place: 1 });
    const closed = await make('services', { name: 'Печи', closed: true });
    const listed = (await admin.get('/api/crm/services/')).list;
    expect(listed.at(-1)).toMatchObject({ id: closed.id, closed: true });
    const offered = listed.filter((item) => !item.closed).map(({ id }) => id);
    expect(offered[0] === first.id || offered[1] === first.id).toBe(true);
    expect(offered.at(-1)).toBe(last.id);
    expect(offered).not.toContain(closed.id);
    expect((await list('services')).map(({ id }) => id)).toContain(closed.id);
    const refused = await admin.post(TASKS_PATH, request(demo, { service: closed.id }));
    expect([refused.status, refused.body.service]).toEqual([400, [expect.any(String)]]);
  });

  test('one that was closed stays with its requests and performers, and is given to nobody else', async () => {
    const service = await make('services', { name: 'Камины' });
    const made = await admin.post(TASKS_PATH, request(demo, { service: service.id }));
    const [has, other] = [(await newPerson(app)).id, (await newPerson(app)).id];
    const give = async (id: number, position: string) => {
      const one = (await admin.get(`/api/crm/employee/${id}/`)).body;
      const company = Number((one.company as unknown as Json).id);
      const sections = { tasks: 'performer' };
      return admin.put(`/api/crm/employee/${id}/`, {
        ...one,
        company,
        sections,
        position,
        services: [service.id],
        porches: undefined,
      });
    };
    const given = await give(has, 'Печник');
    expect([given.status, given.text]).toEqual([200, given.text]);
    await admin.put(at('services', service.id), { ...service, closed: true });
    expect((await give(has, 'Старший печник')).status).toBe(200);
    expect(await give(other, 'Печник')).toMatchObject({ status: 400, body: { services: [expect.any(String)] } });
    const id = Number((made.body.params as unknown as Json).id);
    const found = await admin.get(
      `/api/crm/tasks/?stage=created&buildings_id=${demo.home.building}&services_id=${service.id}`,
    );
    expect(found.text).toContain(`"id":${id}`);
  });

  test('one that requests or performers have is not deleted', async () => {
    const used = await db().selectFrom('tasks').select('service_id').executeTakeFirstOrThrow();
    const answer = await admin.remove(at('services', used.service_id));
    expect([answer.status, answer.body.code]).toEqual([409, 'directory_in_use']);
    const own = await make('services');
    await db()
      .insertInto('user_services')
      .values({ user_id: admin.id, service_id: Number(own.id) })
      .execute();
    expect((await admin.remove(at('services', own.id))).status).toBe(409);
  });
});

test('a complex that has buildings is not deleted, and no two have one name', async () => {
  const { complex_id } = await db()
    .selectFrom('buildings')
    .where('complex_id', 'is not', null)
    .select('complex_id')
    .executeTakeFirstOrThrow();
  expect((await admin.remove(at('complexes', complex_id))).body.code).toBe('directory_in_use');
  const { name } = await make('complexes');
  expect(await admin.post(at('complexes'), { name })).toMatchObject({
    status: 400,
    body: { name: [expect.any(String)] },
  });
});

describe('organisations', () => {
  const profile = async () => (await admin.get('/api/crm/settings/company-profile/')).body;
  const PHONES = ['Диспетчерская: 8 495 123-45-67', 'Аварийная +7 (495) 765-43-21'];

  test("SET-44: the company's own details and telephones are changed, and its page shows them", async () => {
    const { id } = await profile();
    const one = (await admin.get(at('organisations', id))).body;
    const changed = await admin.put(at('organisations', id), { ...one, phones: PHONES, license_on: '2016-03-14' });
    expect([changed.status, changed.body.phones]).toEqual([
      200,
      ['Диспетчерская: +7 (495) 123-45-67', 'Аварийная: +7 (495) 765-43-21'],
    ]);
    expect(await profile()).toMatchObject({
      license_on: '2016-03-14',
      phones: [
        { group: 'Диспетчерская', number: '+74951234567' },
        { group: 'Аварийная', number: '+74957654321' },
      ],
    });
  });

  test.each(['просто слова', '+7 495 123-45-67', 'Диспетчерская: 12'])('a line «%s» is no telephone', async (line) => {
    const answer = await admin.post(at('organisations'), { ...(await bodyOf('organisations')), phones: [line] });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Диспетчерская: +7')]);
  });

  test('the head one is neither closed nor deleted; a closed one is marked, keeps its people and gets no new ones', async () => {
    const { id } = await profile();
    const one = (await admin.get(at('organisations', id))).body;
    expect((await admin.put(at('organisations', id), { ...one, closed: true })).body.code).toBe('head_company');
    expect((await admin.remove(at('organisations', id))).body.code).toBe('head_company');
    const closed = await make('organisations', { closed: true });
    const listed = (await admin.get('/api/crm/scenarios/companies/')).list;
    expect(listed.filter((item) => !item.closed).map((item) => item.id)).toContain(id);
    expect(listed).toContainEqual(expect.objectContaining({ id: closed.id, closed: true }));
    const { id: person } = await newPerson(app);
    const shown = (await admin.get(`/api/crm/employee/${person}/`)).body;
    const move = (company: unknown) =>
      admin.put(`/api/crm/employee/${person}/`, { ...shown, company, porches: undefined, version: undefined });
    expect(await move(closed.id)).toMatchObject({ status: 400, body: { company: [expect.any(String)] } });
    await db()
      .updateTable('users')
      .set({ company_id: Number(closed.id) })
      .where('id', '=', person)
      .execute();
    expect((await move(closed.id)).status).toBe(200);
    await db()
      .updateTable('users')
      .set({ company_id: Number(closed.id) })
      .where('id', '=', admin.id)
      .execute();
    const house = {
      street: 'ул. Печная',
      number: '1',
      building_type: 'tenement',
      entrances: [{ floors: 1, flats: 1 }],
    };
    const built = Number(((await admin.post('/api/crm/settings/building/', house)).body.params as unknown as Json).id);
    await db()
      .updateTable('users')
      .set({ company_id: Number(id) })
      .where('id', '=', admin.id)
      .execute();
    const { subsidiary_id } = await db()
      .selectFrom('buildings')
      .where('id', '=', built)
      .select('subsidiary_id')
      .executeTakeFirstOrThrow();
    expect(subsidiary_id).toBeNull();
  });

  test('one with people is not deleted', async () => {
    const { company_id } = await db()
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('is_tenant', '=', false)
      .select('company_id')
      .executeTakeFirstOrThrow();
    expect((await admin.remove(at('organisations', company_id))).body.code).toBe('directory_in_use');
  });
});

describe('stories', () => {
  const shown = async (id: unknown, by = admin) => by.get(`/api/crm/booklets/${id}/`);

  test('STORY-03: one that is made shows its pictures as frames, with headings and texts by their place', async () => {
    const pictures = [await picture(), await picture(), await picture()];
    const made = await make('stories', { pictures, headings: ['Первый', '–', 'Третий'], texts: ['Раз'] });
    const frames = (await shown(made.id)).body.frames as unknown as Json[];
    expect(frames.map(({ title, description }) => [title, description])).toEqual([
      ['Первый', 'Раз'],
      ['', ''],
      ['Третий', ''],
    ]);
    expect((await admin.get(at('stories', made.id))).body).toMatchObject({
      headings: ['Первый', '–', 'Третий'],
      texts: ['Раз'],
    });
  });

  test('a picture that is taken out is deleted with its bytes', async () => {
    const [kept, gone] = [await picture(), await picture()];
    const made = await make('stories', { pictures: [kept, gone] });
    const { cover, pictures: _both, ...rest } = made as Record<string, unknown>;
    const ids = (cover as Json[]).map(({ id }) => id);
    await admin.put(at('stories', made.id), { ...rest, cover: ids, pictures: [kept] });
    expect(
      (await db().selectFrom('files').where('id', 'in', [kept, gone]).select('id').execute()).map(({ id }) => id),
    ).toEqual([kept]);
  });

  test('PERM-25: of buildings out of reach an administrator sees, changes and deletes none, and ties none to them', async () => {
    const near = await make('stories');
    const far = await newPerson(app, { role: 'admin' });
    await setPorches(app, far.id, [demo.away.porch]);
    expect((await list('stories', far)).map(({ id }) => id)).not.toContain(near.id);
    expect((await far.get(at('stories', near.id))).status).toBe(404);
    expect((await far.put(at('stories', near.id), near)).status).toBe(404);
    expect((await far.remove(at('stories', near.id))).status).toBe(404);
    const body = { ...(await bodyOf('stories')), cover: [], pictures: [] };
    expect((await far.post(at('stories'), body)).status).toBe(400);
  });

  test('one that is brought back has its author and its place in the strip, and its pictures their time', async () => {
    const { id } = await make('stories');
    const told = new Date('2026-03-01T09:00:00Z');
    await db().updateTable('booklets').set({ created_at: told, duration: 9 }).where('id', '=', Number(id)).execute();
    await db().updateTable('booklet_frames').set({ duration: 7 }).where('booklet_id', '=', Number(id)).execute();
    const other = await newPerson(app, { role: 'admin' });
    expect((await other.remove(at('stories', id))).status).toBe(200);
    expect((await other.post(at('stories', id, 'restore/'))).status).toBe(200);
    const kept = await db().selectFrom('booklets').where('id', '=', Number(id)).selectAll().executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ author_id: admin.id, created_at: told, duration: 9 });
    const frames = await db()
      .selectFrom('booklet_frames')
      .where('booklet_id', '=', Number(id))
      .select('duration')
      .execute();
    expect(new Set(frames.map(({ duration }) => duration))).toEqual(new Set([7]));
  });

  test('the demo stories can be opened and saved as they are', async () => {
    for (const story of await list('stories')) {
      const { cover, pictures, ...rest } = story as Record<string, unknown>;
      const ids = (files: unknown) => (files as Json[]).map(({ id }) => id);
      const saved = await admin.put(at('stories', story.id), { ...rest, cover: ids(cover), pictures: ids(pictures) });
      expect([story.title, saved.status, saved.status === 200 ? '' : saved.text]).toEqual([story.title, 200, '']);
    }
  });
});

test('the definitions are told to administrators alone', async () => {
  const names = async (by: Person) =>
    ((await by.get('/resources/definitions/')).body.definitions as unknown as Json[]).map(({ name }) => name);
  const own = NAMES.map((name) => `company-${name}`);
  expect(await names(admin)).toEqual(expect.arrayContaining(own));
  expect((await names(await newPerson(app))).filter((name) => own.includes(String(name)))).toEqual([]);
});

// Runs on PostgreSQL too: locks of two processes, and all tables of a section.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { readDefinition } from '#resources/language/read-definition.ts';
import { audit } from '#server/access/audit.ts';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { bringIntoForce, createInForceCheck } from '#server/records/in-force.ts';
import { queueReminders } from '#server/records/reminders.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { type ChangingSection, DEFINITIONS, openChangingSection } from '#tests/support/server/changing-section.ts';
import { newPerson } from '#tests/support/server/people.ts';
import type { Json } from '#tests/support/server/test-app.ts';

const FILES = `${DEFINITIONS}files/`;
const [OLD, NEW] = ['/api/records/keys', '/api/records/locks'];

/** A section in which every table of added sections has something. */
const keys = (change: Record<string, unknown> = {}): Record<string, unknown> => {
  const draft = keysDefinition();
  return {
    ...draft,
    comments: true,
    fields: {
      ...draft.fields,
      label: { ...draft.fields.label, unique: true },
      number: { kind: 'auto-number', label: 'Номер', template: 'К-{number}' },
      due: { kind: 'date', label: 'Вернуть' },
      chief: { kind: 'reference', label: 'Главный ключ', to: 'keys', tree: true },
    },
    form: [{ fields: ['label', 'place', 'due', 'chief'] }],
    notify: [{ on: 'date', field: 'due', days: -1, to: { author: true } }],
    card: { title: 'label', fields: ['place'] },
    ...change,
  };
};
const locks = (change: Record<string, unknown> = {}) =>
  keys({ name: 'locks', section: 'locks', was: 'keys', ...change });
/** The same without a word of its former name. */
const unclaiming = () => {
  const fields = keys().fields as Record<string, object>;
  const { was: _, ...rest } = locks({ fields: { ...fields, chief: { ...fields.chief, to: 'locks' } } });
  return rest;
};
/** A section that refers to the other one by the name that it had at first. */
const boxes = () => {
  const draft = keysDefinition();
  const key = { kind: 'reference', label: 'Ключ', to: 'keys', onDelete: 'forbid', related: {} };
  return {
    ...draft,
    name: 'boxes',
    section: 'boxes',
    fields: { ...draft.fields, key },
    form: [{ fields: ['label', 'place', 'key'] }],
  };
};

let section: ChangingSection;
beforeEach(async () => {
  section = await openChangingSection();
});
afterEach(() => section.app.close());

const file = (name: string) => `${FILES}${name}.json/`;
/** Puts a text through the console. */
const put = (name: string, definition: unknown, version: number) =>
  section.admin.put(file(name), { text: JSON.stringify(definition), version });
const db = () => section.app.database.kysely;
/** Names of the sections that files have made. */
const names = async () =>
  (await section.seen()).definitions.flatMap(({ name }) => (name.startsWith('company-') ? [] : name)).sort();
const post = async (url: string, body: unknown) => Number((await section.admin.post(url, body)).body.id);

/** Rows of the database that name a section, by table. */
async function rowsNaming(name: string): Promise<Record<string, number>> {
  const counted = async (table: string, condition: string) => {
    const counting = sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(table)} where ${sql.raw(condition)}`;
    return [table, (await counting.execute(db())).rows[0]?.count ?? 0] as const;
  };
  const entries = [
    await counted('records', `resource = '${name}'`),
    await counted('record_numbers', `resource = '${name}'`),
    await counted('audit', `resource = '${name}'`),
    await counted('levels', `section = '${name}'`),
    await counted('saved_views', `list = '${name}'`),
    await counted('sent_calls', `route like '%/api/records/${name}%'`),
    await counted('notifications', `ref like '/${name}%'`),
    await counted('definitions', `name = '${name}'`),
  ];
  return Object.fromEntries(entries);
}

test('all that is kept of a section follows its new name', async () => {
  const { admin, app } = section;
  expect((await put('keys', keys(), 1)).body).toMatchObject({ pending: false });
  expect((await put('boxes', boxes(), 0)).status).toBe(200);
  const employee = await newPerson(app, { levels: { keys: 'write' }, sections: ['keys'] });
  const chief = await post(OLD, { label: 'Подвал', place: 'safe' });
  const key = await post(OLD, { label: 'Чердак', place: 'safe', due: '2050-05-05', chief });
  const gone = await post(OLD, { label: 'Сарай', place: 'safe' });
  const box = await post('/api/records/boxes', { label: 'Ящик', place: 'safe', key });
  await admin.put(`${OLD}/${key}`, { label: 'Чердак дома 2', place: 'safe', due: '2050-05-05', chief });
  expect((await admin.remove(`${OLD}/${gone}`)).status).toBe(200);
  expect((await employee.post(`${OLD}/${key}/comments/`, { message: 'Ключ у меня' })).status).toBe(201);
  await admin.post('/api/authorized/views/', { list: 'keys', name: 'В сейфе', query: 'place=safe', shared: true });
  const sentOnce = () =>
    app.call('POST', { url: `${section.app ? OLD : ''}`, body: { label: 'Один раз', place: 'safe' } }, admin.token, {
      'idempotency-key': 'rename-12345678',
    });
  const made = await sentOnce();
  expect(made.status).toBe(201);
  const before = { keys: await rowsNaming('keys'), locks: await rowsNaming('locks') };
  expect(Object.values(before.locks)).toEqual(Array(8).fill(0));
  expect(Object.entries(before.keys).filter(([, count]) => count === 0)).toEqual([]);
  const history = (await admin.get(`${OLD}/${key}/history/`)).body.results;

  expect((await put('keys', locks(), 2)).body).toEqual({ version: 3, problems: [], pending: false });
  expect(await names()).toEqual(['boxes', 'locks']);
  expect([await rowsNaming('keys'), await rowsNaming('locks')]).toEqual([before.locks, before.keys]);

  expect((await employee.get(`${NEW}/${key}`)).body).toMatchObject({
    label: 'Чердак дома 2',
    number: 'К-0002',
    chief: { id: chief, label: 'Подвал' },
  });
  expect((await admin.get(`${NEW}/${key}/history/`)).body.results).toEqual(history);
  expect((await admin.get(`${NEW}/${key}/comments/`)).body.results).toMatchObject([{ message: 'Ключ у меня' }]);
  expect((await admin.get('/api/authorized/views/')).body.results).toMatchObject([{ list: 'locks', name: 'В сейфе' }]);
  // A section that still says the old name refers to the new one, and its record keeps what it refers to.
  expect((await admin.get(`/api/records/boxes/${box}`)).body).toMatchObject({
    key: { id: key, label: 'Чердак дома 2' },
  });
  expect((await admin.put(`/api/records/boxes/${box}`, { label: 'Ящик 2', place: 'safe', key: chief })).status).toBe(
    200,
  );
  expect((await admin.remove(`${NEW}/${chief}`)).status).toBe(409);
  // A deleted record comes back, numbers go on, and unique values stay so.
  expect((await admin.post(`${NEW}/${gone}/restore/`)).status).toBe(200);
  expect((await admin.post(NEW, { label: 'Гараж', place: 'safe' })).body).toMatchObject({ number: 'К-0005' });
  expect((await admin.post(NEW, { label: 'Гараж', place: 'safe' })).status).toBe(400);
  const rows = await db().selectFrom('audit').where('resource', '=', 'record-comments').select('after').execute();
  expect(rows).toMatchObject([{ after: { section: 'locks', record: key } }]);
  // The definition that refers to it is in force as its file says it: nothing waits, and a start finds nothing to do.
  expect((await section.seen()).pending).toEqual([]);
});

test('calls by the old address are sent on, for those who may see the section', async () => {
  const id = await section.add('Подвал');
  await put('keys', locks(), 1);
  const answer = await section.admin.get(`${OLD}/${id}?q=1`);
  expect([answer.status, answer.headers.location]).toEqual([307, `${NEW}/${id}?q=1`]);
  expect((await section.admin.post(OLD, { label: 'Чердак', place: 'safe' })).headers.location).toBe(NEW);
  const stranger = await newPerson(section.app, { levels: {} });
  expect((await stranger.get(`${OLD}/${id}`)).status).toBe(403);
  expect((await section.admin.get('/api/records/nothing')).status).toBe(404);
});

test('a call whose answer was lost makes nothing twice under the new name', async () => {
  const send = (url: string) =>
    section.app.call('POST', { url, body: { label: 'Подвал', place: 'safe' } }, section.admin.token, {
      'idempotency-key': 'rename-12345678',
    });
  const made = await send(OLD);
  await put('keys', locks(), 1);
  const again = await send(NEW);
  expect([again.status, again.body.id]).toEqual([201, made.body.id]);
});

test('reminders that were settled are not sent again, and rules hold since they held', async () => {
  await put('keys', keys(), 1);
  const day = (days: number) => new Date(section.app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const id = await post(OLD, { label: 'Подвал', place: 'safe', due: day(0) });
  const since = new Date(section.app.now().getTime() - 2 * 86_400_000);
  const context = (definition: Record<string, unknown>) =>
    ({
      db: db(),
      now: section.app.now,
      settings: { timeZone: 'Europe/Moscow' },
      catalogue: { generics: [readDefinition(definition, 'keys.json')] },
    }) as never;
  await queueReminders(context(keys()));
  await db().updateTable('reminder_rules').set({ since }).execute();
  await queueReminders(context(keys()));
  const settled = () => db().selectFrom('record_reminders').select(['record_id', 'day']).execute();
  const jobs = () => db().selectFrom('jobs').where('queue', '=', 'reminder').select('lane').execute();
  expect(await settled()).toEqual([{ record_id: id, day: day(0) }]);
  const [lane] = await jobs();
  await put('keys', locks(), 2);
  await queueReminders(context(locks()));
  expect(await settled()).toEqual([{ record_id: id, day: day(0) }]);
  const rules = await db().selectFrom('reminder_rules').select(['rule', 'since']).execute();
  expect(rules).toEqual([{ rule: expect.not.stringMatching(String(lane?.lane)), since }]);
  expect((await jobs()).filter((job) => job.lane === lane?.lane)).toEqual([]);
});

test('a narrower rule waits under the old name together with the renaming, and both come at once', async () => {
  await put('keys', { ...keysDefinition(), card: { title: 'label', fields: [] } }, 1);
  await put('boxes', boxes(), 0);
  const id = await section.add('Подвал');
  const box = await post('/api/records/boxes', { label: 'Ящик', place: 'safe', key: id });
  const draft = keysDefinition();
  const narrow = { ...draft, name: 'locks', section: 'locks', was: 'keys', card: { title: 'label', fields: [] } };
  Object.assign(draft.fields.label ?? {}, { min: 10 });
  expect((await put('keys', narrow, 2)).body).toMatchObject({ pending: true });
  const { pending } = await section.seen();
  expect(pending).toMatchObject([{ name: 'locks', misfits: [{ message: 'слишком мало', ids: [id] }] }]);
  expect(await names()).toEqual(['boxes', 'keys']);
  expect((await section.admin.get(`/api/records/boxes/${box}`)).body).toMatchObject({ key: { id, label: 'Подвал' } });
  const call = { name: 'locks', version: pending[0]?.version };
  expect((await section.admin.post(`${DEFINITIONS}apply/`, call)).body).toEqual({ applied: true });
  expect(await names()).toEqual(['boxes', 'locks']);
  expect((await section.admin.get(`${NEW}/${id}`)).body).toMatchObject({ label: 'Подвал' });
  expect((await section.admin.get(`/api/records/boxes/${box}`)).body).toMatchObject({ key: { id, label: 'Подвал' } });
});

describe('a name that was given up', () => {
  test('is taken back by a definition that says so, with all records', async () => {
    const id = await section.add('Подвал');
    await put('keys', locks(), 1);
    expect((await put('keys', keys({ was: 'locks' }), 2)).body).toMatchObject({ pending: false });
    expect((await section.admin.get(`${OLD}/${id}`)).body).toMatchObject({ label: 'Подвал' });
    expect((await rowsNaming('locks')).records).toBe(0);
  });

  test('waits where an old file says it, and takes the records back when it is applied', async () => {
    const id = await section.add('Подвал');
    await put('keys', locks(), 1);
    expect((await put('keys', keysDefinition(), 2)).body).toMatchObject({ pending: true });
    const { pending } = await section.seen();
    expect(pending).toMatchObject([
      {
        name: 'keys',
        misfits: [{ message: expect.stringContaining('переименован в «locks»'), count: 1, ids: [id] }, {}],
      },
    ]);
    // Meanwhile it stays what it is.
    expect((await section.admin.get(`${NEW}/${id}`)).body).toMatchObject({ label: 'Подвал' });
    expect(await names()).toEqual(['locks']);
    const call = { name: 'keys', version: pending[0]?.version };
    expect((await section.admin.post(`${DEFINITIONS}apply/`, call)).body).toEqual({ applied: true });
    expect((await section.seen()).pending).toEqual([]);
    expect((await section.admin.get(`${OLD}/${id}`)).body).toMatchObject({ label: 'Подвал' });
    expect(await names()).toEqual(['keys']);
  });

  test('can be given to another section once the former one does not claim it', async () => {
    const id = await section.add('Подвал');
    await put('keys', locks(), 1);
    const refused = await put('more-keys', keysDefinition(), 0);
    expect([refused.status, refused.body.problems]).toEqual([
      422,
      [expect.stringMatching(/раздел «Ключи» перестанет.*was.*раздел «keys» ещё описан/)],
    ]);
    expect((await put('keys', unclaiming(), 2)).body).toMatchObject({ pending: false });
    expect((await put('more-keys', keysDefinition(), 0)).body).toMatchObject({ pending: false });
    expect((await section.admin.get(`${NEW}/${id}`)).body).toMatchObject({ label: 'Подвал' });
    expect((await section.admin.get(OLD)).list).toEqual([]);
  });
});

test('what a section has already stays beside what it takes over, once that is applied', async () => {
  const id = await section.add('Подвал');
  // Renamed without saying so: the records stay under the old name.
  await put('keys', keys(), 1);
  await section.admin.remove(`${file('keys')}?version=2`);
  await put('locks', unclaiming(), 0);
  expect((await section.admin.post(NEW, { label: 'Чердак', place: 'safe' })).status).toBe(201);
  expect((await put('locks', locks(), 1)).body).toMatchObject({ pending: true });
  const { pending } = await section.seen();
  expect(pending[0]?.misfits).toEqual([
    { field: 'was', message: expect.stringContaining('добавятся записи раздела «keys»'), count: 1, ids: [id] },
  ]);
  // Both have given the same number.
  const call = { name: 'locks', version: pending[0]?.version };
  const refused = await section.admin.post(`${DEFINITIONS}apply/`, call);
  expect([refused.status, refused.body.code]).toEqual([409, 'sections_clash']);
  expect([(await rowsNaming('keys')).records, (await rowsNaming('locks')).records]).toEqual([1, 1]);
});

test('a name that is changed without a word of the former one waits, so that no record vanishes', async () => {
  const id = await section.add('Подвал');
  const draft = { ...keysDefinition(), name: 'locks', section: 'locks' };
  expect((await put('keys', draft, 1)).body).toMatchObject({ pending: true });
  const { pending } = await section.seen();
  expect(pending).toMatchObject([
    { name: 'locks', misfits: [{ message: expect.stringContaining('was – «keys»'), count: 1, ids: [id] }] },
  ]);
  expect((await section.admin.get(`${OLD}/${id}`)).body).toMatchObject({ label: 'Подвал' });
  expect((await put('keys', { ...draft, was: 'keys' }, 2)).body).toMatchObject({ pending: false });
  expect((await section.admin.get(`${NEW}/${id}`)).body).toMatchObject({ label: 'Подвал' });
  // An empty section is called otherwise without a question.
  expect((await put('boxes', { ...draft, name: 'boxes', section: 'boxes' }, 0)).body).toMatchObject({ pending: false });
  expect((await put('boxes', { ...draft, name: 'crates', section: 'crates' }, 1)).body).toMatchObject({
    pending: false,
  });
});

test('a section of an earlier version that was called as a kind of audit entries takes along those of its records alone', async () => {
  expect((await put('keys', keys(), 1)).body).toMatchObject({ pending: false });
  const key = await post(OLD, { label: 'Подвал', place: 'safe' });
  await audit(db(), { user: null, action: 'sign-in', resource: 'session', record: key + 1, request: 'sign-in' });
  const session = readDefinition({ ...keysDefinition(), name: 'session', section: 'session' }, 'keys.json');
  for (const table of ['records', 'audit']) {
    await sql`update ${sql.table(table)} set resource = 'session' where resource = 'keys'`.execute(db());
  }
  await db()
    .updateTable('definitions')
    .set({ name: 'session', definition: JSON.stringify(session) })
    .where('name', '=', 'keys')
    .execute();
  const audited = async (resource: string) => {
    const rows = await db()
      .selectFrom('audit')
      .where('resource', '=', resource)
      .select(['action', 'record_id'])
      .execute();
    return rows.map(({ action, record_id }) => [action, record_id]);
  };

  // The newer version starts: the file is told of, and the section stays as it was in force.
  const elsewhere = join(section.app.dataDir, 'elsewhere');
  const settings = readSettings({ DATA_DIR: section.app.dataDir, RESOURCES_DIR: elsewhere, DEMO: 'on' });
  await mkdir(elsewhere);
  await writeFile(
    join(elsewhere, 'keys.json'),
    JSON.stringify({ ...keysDefinition(), name: 'session', section: 'session' }),
  );
  const started = await buildApp({
    settings: { ...settings, maxEventLoopDelay: 0 },
    database: section.app.database,
  });
  await started.ready();
  try {
    const headers = { authorization: `Token ${section.admin.token}` };
    const seen = async (url: string) => JSON.parse((await started.inject({ url, headers })).payload) as unknown;
    expect(await seen('/api/records/session')).toEqual([expect.objectContaining({ id: key })]);
    expect(await seen(DEFINITIONS)).toMatchObject({
      problems: [{ file: 'keys.json', problems: [expect.stringContaining('имя «session» занято')] }],
    });
  } finally {
    await started.close();
  }

  const renamed = readDefinition({ ...keysDefinition(), name: 'locks', section: 'locks', was: 'session' }, 'keys.json');
  await bringIntoForce(db(), renamed, 'Europe/Moscow');

  expect(await audited('session')).toEqual([['sign-in', String(key + 1)]]);
  expect(await audited('locks')).toEqual([['create', String(key)]]);
});

describe('another process', () => {
  test('does not do it again, nor writes under the old name', async () => {
    const id = await section.add('Подвал');
    const resource = readDefinition(locks(), 'keys.json');
    const checks = [1, 2, 3].map(() => createInForceCheck(db(), () => 'Europe/Moscow').compare([resource]));
    const writes = ['Один', 'Другой', 'Третий'].map((label) =>
      section.admin.post(OLD, { label: `${label} ключ`, place: 'safe' }),
    );
    await writeFile(section.file, JSON.stringify(locks()));
    for (const { waiting } of await Promise.all(checks)) expect(waiting.size).toBe(0);
    for (const { status } of await Promise.all(writes)) expect([201, 307, 404]).toContain(status);
    while (!(await names()).includes('locks')) await pause(30);
    expect((await rowsNaming('keys')).records).toBe(0);
    expect((await section.admin.get(`${NEW}/${id}`)).body).toMatchObject({ label: 'Подвал' });
  });

  test('with an old file is told of it, and has the section as it is in force', async () => {
    const id = await section.add('Подвал');
    const old = await readFile(section.file, 'utf8');
    await writeFile(section.file, JSON.stringify(locks()));
    while (!(await names()).includes('locks')) await pause(30);
    // A folder of its own, whose files the console has never written.
    const { app } = section;
    const elsewhere = join(app.dataDir, 'elsewhere');
    const settings = readSettings({ DATA_DIR: app.dataDir, RESOURCES_DIR: elsewhere, DEMO: 'on' });
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'old-keys.json'), old);
    const other = await buildApp({ settings: { ...settings, maxEventLoopDelay: 0 }, database: app.database });
    await other.ready();
    try {
      const headers = { authorization: `Token ${section.admin.token}` };
      const answer = await other.inject({ url: DEFINITIONS, headers });
      expect(JSON.parse(answer.payload) as Json).toMatchObject({
        pending: [{ name: 'keys', misfits: [{ field: 'name', ids: [id] }, {}] }],
      });
      const payload = { label: 'Чердак', place: 'safe' };
      expect((await other.inject({ method: 'POST', url: OLD, headers, payload })).statusCode).toBe(307);
      expect((await other.inject({ method: 'POST', url: NEW, headers, payload })).statusCode).toBe(201);
      expect((await rowsNaming('locks')).records).toBe(2);
    } finally {
      await other.close();
    }
  });
});

// Runs on PostgreSQL too: the catalogue of foreign keys, statements over every table.
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import {
  archiveAnswer,
  archivePath,
  erasePath,
  PERSONAL_DATA_PATH,
  peopleAnswer,
  personalDataAnswer,
} from '#resources/protocol/personal-data/personal-data.ts';
import { topicTitle } from '#server/sections/personal-data/archive.ts';
import { selectTopics } from '#server/sections/personal-data/queries.ts';
import { REFERENCES, selectReferences } from '#server/sections/personal-data/reference-queries.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  admin = await newPerson(app, { role: 'admin' });
});
afterAll(() => app.close());

const ERASED = 'Текст удалён по просьбе автора';
const found = async (text: string) =>
  peopleAnswer.parse((await admin.get(`${PERSONAL_DATA_PATH}?text=${encodeURIComponent(text)}`)).body).results;
const kept = async (id: number) => personalDataAnswer.parse((await admin.get(`${PERSONAL_DATA_PATH}${id}/`)).body);

/** The files of a person's archive by name. */
async function archive(id: number) {
  const { address } = archiveAnswer.parse((await admin.post(archivePath(id))).body).params;
  const answer = await app.call('GET', address);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return unzipSync(answer.bytes);
}

/** A resident of the demo company who wrote to the chat. */
async function writer(): Promise<{ id: number; phone: string; last_name: string; text: string }> {
  const row = await app.database.kysely
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.sender_id')
    .where('users.role', '=', 'resident')
    .where('users.status', '!=', 'deleted')
    .where(sql<boolean>`jsonb_typeof(content) = 'string'`)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('complaints').whereRef('creator_id', '=', 'users.id').select('complaints.id')),
    )
    .select(['users.id', 'users.phone', 'users.last_name', sql<string>`content #>> '{}'`.as('text')])
    .executeTakeFirstOrThrow();
  return { ...row, phone: row.phone ?? '' };
}

describe('what is kept of one person', () => {
  test('every column that names people has its rule, and every kind of rows its name in Russian', async () => {
    const { kysely } = app.database;
    const columns = (await selectReferences(kysely)).map(({ table, column }) => `${table}.${column}`);
    expect(columns.sort()).toEqual(Object.keys(REFERENCES).sort());
    const topics = (await selectTopics(kysely, admin.id)).map(({ name }) => name);
    expect(topics.filter((name) => topicTitle(name) === name)).toEqual([]);
  });

  test('somebody is found by name in either order, by the last digits of the phone, and after they were deleted', async () => {
    const { id, phone, last_name } = await writer();
    expect((await found(last_name.toLowerCase())).map((person) => person.id)).toContain(id);
    expect((await found(phone.slice(-5))).map((person) => person.id)).toContain(id);
    expect(await found('100%')).toEqual([]);
    const gone = await newPerson(app);
    await app.database.kysely
      .updateTable('users')
      .set({ last_name: 'Исчезнувший' })
      .where('id', '=', gone.id)
      .execute();
    expect((await admin.remove(`/api/crm/employee/${gone.id}/`)).status).toBe(200);
    expect(await found('исчезнувший')).toMatchObject([
      { id: gone.id, phone: null, isDeleted: true, isResident: false },
    ]);
  });

  test('comes as an archive of JSON and files, without secrets; the address is of this session and for some minutes', async () => {
    const { id, text, phone } = await writer();
    const counts = await kept(id);
    expect(counts.kept).toContainEqual({ topic: 'users', count: 1 });
    const parts = await archive(id);
    const messages = JSON.parse(strFromU8(parts['Сообщения чата.json'] ?? new Uint8Array())) as { content: unknown }[];
    expect(messages.map(({ content }) => content)).toContain(text);
    expect(messages).toHaveLength(counts.kept.find(({ topic }) => topic === 'chat_messages')?.count ?? -1);
    const person = strFromU8(parts['Сведения о человеке.json'] ?? new Uint8Array());
    expect(JSON.parse(person)).toMatchObject([{ id, phone }]);
    for (const part of Object.values(parts)) expect(strFromU8(part)).not.toMatch(/"(password_hash|hash|search)"/);

    const { address } = archiveAnswer.parse((await admin.post(archivePath(id))).body).params;
    expect((await app.call('GET', address.replace(/\d+\/\?/, '9999999999999/?'))).status).toBe(404);
    const holder = await newPerson(app);
    expect((await app.call('GET', address.replace(/by=\d+/, `by=${holder.id}`))).status).toBe(404);
  });

  test('rows come page by page, each once, whatever the key of their table is', async () => {
    const { kysely } = app.database;
    const topics = await selectTopics(kysely, (await writer()).id);
    for (const { count, rows, name } of topics) {
      const found: string[] = [];
      for (let page = await rows(null, 2); page.length; page = await rows(page.at(-1) ?? null, 2))
        found.push(...page.map((row) => JSON.stringify(row)));
      expect([name, found.length, new Set(found).size]).toEqual([name, await count(), found.length]);
    }
  });

  test('files that somebody uploaded lie in it under their names', async () => {
    const sender = await newPerson(app);
    const files = [{ field: 'attachments', name: 'план: дом/1.txt', bytes: Buffer.from('план дома') }];
    expect((await app.call('POST', { url: '/api/authorized/attachments/', files }, sender.token)).status).toBe(201);
    const parts = await archive(sender.id);
    const name = Object.keys(parts).find((path) => path.startsWith('файлы/')) ?? '';
    expect(name).toMatch(/^файлы\/\d+ .*1\.txt$/);
    expect(strFromU8(parts[name] ?? new Uint8Array())).toBe('план дома');
  });

  test('is erased of who was deleted: names, phone, writings, entries; what the company has to keep stays without a name', async () => {
    const { kysely } = app.database;
    const { id, phone, last_name, text } = await writer();
    const saved = await admin.get(`/api/crm/residents/${id}/`);
    expect(saved.status).toBe(200);
    expect((await admin.post(erasePath(id))).body).toMatchObject({ code: 'delete_first' });
    expect((await admin.remove(`/api/crm/residents/${id}/`)).status).toBe(204);
    await kysely
      .insertInto('outbox')
      .values({ recipient: phone, text: `Здравствуйте, ${last_name}` })
      .execute();
    const readings = await kysely.selectFrom('readings').where('sender_id', '=', id).select('id').execute();

    const erased = await admin.post(erasePath(id));
    expect(erased.body).toMatchObject({ params: { id, name: 'Удалено Имя', phone: null, isDeleted: true } });
    expect(erased.body.params?.erasedAt).toEqual(expect.any(String));
    expect((await admin.post(`/api/crm/residents/${id}/restore/`)).status).toBe(404);

    const everything = await Promise.all((await selectTopics(kysely, id)).map(({ rows }) => rows(null, 1_000)));
    const left = JSON.stringify(everything);
    for (const trace of [phone, phone.slice(2), last_name, text]) expect(left).not.toContain(trace);
    expect(left).toContain(ERASED);
    const outbox = await kysely.selectFrom('outbox').where('recipient', '=', phone).selectAll().execute();
    expect(outbox).toEqual([]);
    expect(await kysely.selectFrom('readings').where('sender_id', '=', id).select('id').execute()).toEqual(readings);
    const complaints = await kysely
      .selectFrom('complaints')
      .where('creator_id', '=', id)
      .select('description')
      .execute();
    expect(complaints.length).toBeGreaterThan(0);
    expect(new Set(complaints.map(({ description }) => description))).toEqual(new Set([ERASED]));
    // Once more changes nothing.
    expect((await admin.post(erasePath(id))).body).toEqual(erased.body);
  });

  test('what an employee wrote stays; who they were does not, and their picture goes with its bytes', async () => {
    const { kysely } = app.database;
    const somebody = await demoPerson(app, 3);
    const written = await kysely.selectFrom('news').where('author_id', '=', somebody.id).select('title').execute();
    expect((await admin.remove(`/api/crm/employee/${somebody.id}/`)).status).toBe(200);
    expect((await admin.post(erasePath(somebody.id))).status).toBe(200);
    expect(await kysely.selectFrom('news').where('author_id', '=', somebody.id).select('title').execute()).toEqual(
      written,
    );
    const row = await kysely
      .selectFrom('users')
      .where('id', '=', somebody.id)
      .select(['first_name', 'last_name', 'phone', 'email', 'position', 'password_hash', 'avatar_file_id'])
      .executeTakeFirstOrThrow();
    const { first_name, last_name, ...rest } = row;
    expect([first_name, last_name, new Set(Object.values(rest))]).toEqual(['Имя', 'Удалено', new Set([null])]);
    expect((await somebody.get('/api/crm/profile/current/')).status).toBe(401);
  });

  test('is for administrators alone, and what is handed out or erased stands in the journal', async () => {
    const holder = await newPerson(app);
    for (const call of [holder.get(`${PERSONAL_DATA_PATH}?text=ан`), holder.get(`${PERSONAL_DATA_PATH}${admin.id}/`)])
      expect([(await call).status, (await call).body.code]).toEqual([403, 'no_right']);
    for (const path of [archivePath(admin.id), erasePath(admin.id)]) expect((await holder.post(path)).status).toBe(403);
    await admin.post(archivePath(holder.id));
    const entries = await app.database.kysely
      .selectFrom('audit')
      .where('resource', '=', 'personal-data')
      .where('record_id', '=', String(holder.id))
      .select(['action', 'user_id'])
      .execute();
    expect(entries).toEqual([{ action: 'export', user_id: admin.id }]);
    expect((await admin.get(`${PERSONAL_DATA_PATH}2000000000/`)).status).toBe(404);
  });
});

// Runs on PostgreSQL too: time zones and row comparisons.
import { sql } from 'kysely';
import { JOURNAL_LIMITS, JOURNAL_PAGE, JOURNAL_PATH, journalAnswer } from '#resources/protocol/journal/journal.ts';
import { sweepJournal } from '#server/sections/journal/queries.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  admin = await newPerson(app, { role: 'admin' });
});
afterAll(() => app.close());

const journal = async (query = '', by = admin) => {
  const answer = await by.get(`${JOURNAL_PATH}${query}`);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return journalAnswer.parse(answer.body);
};

/** Writes an entry down as it would stand in the log. */
const note = (entry: { at: string; action?: string; resource?: string; record_id?: string; after?: object }) =>
  app.database.kysely
    .insertInto('audit')
    .values({
      user_id: admin.id,
      action: entry.action ?? 'create',
      resource: entry.resource ?? 'keys',
      record_id: entry.record_id ?? null,
      before: null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      request_id: 'test',
      address: null,
      at: new Date(entry.at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('the journal', () => {
  test('tells who changed what of which record, from what to what, the newest first', async () => {
    const camera = { name: 'Двор', link: 'https://cam.example.ru/1', buildings: [1] };
    const made = await admin.post('/api/crm/cameras/', camera);
    const id = Number(made.body.params?.id);
    expect((await admin.put(`/api/crm/cameras/${id}/`, { ...camera, name: 'Ворота' })).status).toBe(200);
    const { results } = await journal(`?resource=cameras&record=${id}`);
    expect(results.map(({ action, by, record }) => [action, by?.user, record])).toEqual([
      ['update', admin.id, String(id)],
      ['create', admin.id, String(id)],
    ]);
    expect(results[0]?.changes).toEqual([{ field: 'name', before: 'Двор', after: 'Ворота' }]);
    expect(results.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  test('is for administrators: who holds every level gets 403, and the answer about rights names it to administrators alone', async () => {
    const holder = await newPerson(app);
    for (const call of [holder.get(JOURNAL_PATH), holder.post('/api/authorized/exports/journal/', undefined)]) {
      const { status, body } = await call;
      expect([status, body.code]).toEqual([403, 'no_right']);
    }
    const named = async (by: Person) => (await by.get('/api/crm/permissions/')).body.features?.journal;
    expect([await named(admin), await named(holder)]).toEqual([true, false]);
  });

  test('days are those of the company, both included', async () => {
    const inside = [];
    for (const at of ['2020-03-04T21:00:00Z', '2020-03-06T20:59:59.999Z']) inside.unshift((await note({ at })).id);
    for (const at of ['2020-03-04T20:59:59.999Z', '2020-03-06T21:00:00Z']) await note({ at });
    const { results } = await journal('?resource=keys&from=2020-03-05&to=2020-03-06');
    expect(results.map(({ id }) => id)).toEqual(inside);
  });

  test('goes on page by page, each entry once, those of one moment too', async () => {
    const ids: number[] = [];
    for (let count = 0; count < JOURNAL_PAGE * 2 + 7; count += 1)
      ids.unshift((await note({ at: '2021-01-01T00:00:00Z', resource: 'locks' })).id);
    const found: number[] = [];
    for (let before: number | null = null; ; ) {
      const page: Awaited<ReturnType<typeof journal>> = await journal(
        `?resource=locks${before === null ? '' : `&before=${before}`}`,
      );
      expect(page.results.length).toBeLessThanOrEqual(JOURNAL_PAGE);
      found.push(...page.results.map(({ id }) => id));
      before = page.before;
      if (before === null) break;
    }
    expect(found).toEqual(ids);
  });

  test('by whom, and by what was done', async () => {
    const other = await newPerson(app, { role: 'admin' });
    await other.post('/api/crm/cameras/', { name: 'Крыша', link: 'https://cam.example.ru/2', buildings: [1] });
    const { results } = await journal(`?user=${other.id}`);
    expect(results.map(({ action, resource }) => [action, resource])).toEqual([['create', 'cameras']]);
    expect((await journal(`?user=${other.id}&action=delete`)).results).toEqual([]);
  });

  test('what was refused tells the address, and how often', async () => {
    await app.call('POST', { url: '/api/auth', body: { username: admin.phone, password: 'Не тот пароль 1' } }, null);
    for (let turn = 0; turn < 400; turn += 1) {
      const { results } = await journal('?resource=security&action=sign-in-failed');
      if (results.length) {
        expect(results[0]).toMatchObject({ resource: 'security', times: 1, address: expect.stringMatching(/\S/) });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('A refused sign-in never came into the journal');
  });

  test('connections of pages are shown to who asks for them alone', async () => {
    await note({ at: '2023-01-01T00:00:00Z', resource: 'socket-tickets' });
    const day = 'from=2022-12-31&to=2023-01-02';
    expect((await journal(`?${day}`)).results).toEqual([]);
    expect((await journal(`?${day}&resource=socket-tickets`)).results).toHaveLength(1);
  });

  test('of a huge entry so much is told as can be read', async () => {
    const after = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, 'ы'.repeat(5_000)]));
    await note({ at: '2022-01-01T00:00:00Z', resource: 'huge', after });
    const { results } = await journal('?resource=huge');
    const changes = results[0]?.changes ?? [];
    expect(changes).toHaveLength(JOURNAL_LIMITS.changes);
    expect(changes.every(({ after: text }) => text?.length === JOURNAL_LIMITS.characters + 1)).toBe(true);
  });

  test.each(['?user=x', '?from=2026-13-01', '?to=вчера', '?resource=A b', '?before=-1', `?record=${'1'.repeat(61)}`])(
    '%s is refused with 400',
    async (query) => {
      const { status, text } = await admin.get(`${JOURNAL_PATH}${query}`);
      expect([status, text]).toEqual([400, expect.stringMatching(/[а-яё]/i)]);
    },
  );

  test('that it is saved as a file stands in it', async () => {
    expect((await admin.post('/api/authorized/exports/journal/', undefined)).status).toBe(204);
    const { results } = await journal('?resource=journal');
    expect(results.map(({ action, by }) => [action, by?.user])).toEqual([['export', admin.id]]);
  });

  test('what is older than it is kept goes, refusals and what is younger stay', async () => {
    await note({ at: '2019-01-01T00:00:00Z', resource: 'ancient' });
    await note({ at: '2019-01-01T00:00:00Z', resource: 'security' });
    await note({ at: '2019-01-03T00:00:00Z', resource: 'ancient' });
    expect(await sweepJournal(app.database.kysely, new Date('2019-01-02T00:00:00Z'))).toBe(1);
    expect(await sweepJournal(app.database.kysely, new Date('2019-01-02T00:00:00Z'))).toBe(0);
    const left = async (resource: string) => (await journal(`?resource=${resource}&to=2019-12-31`)).results.length;
    expect([await left('ancient'), await left('security')]).toEqual([1, 1]);
  });

  test('its filters are served by indexes', async () => {
    await sql`insert into audit (action, resource, user_id, at) select 'update', 'tasks', ${admin.id}, now() - make_interval(secs => n)
      from generate_series(1, 20000) n`.execute(app.database.kysely);
    await sql`analyze audit`.execute(app.database.kysely);
    for (const condition of ["resource = 'keys'", "action = 'export'", `at >= '2020-03-05' and at < '2020-03-06'`]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from audit where ${sql.raw(condition)}
        order by at desc, id desc limit 51`.execute(app.database.kysely);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect([condition, plan]).toEqual([condition, expect.stringMatching(/Index/)]);
      expect([condition, plan]).not.toEqual([condition, expect.stringMatching(/Seq Scan/)]);
    }
  });
});

// Runs on PostgreSQL too: locks.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { canonicalJson } from '#server/canonical.ts';
import type { Db } from '#server/db/tables.ts';
import { type Creation, createOnce, RepeatedRequest } from '#server/http/once.ts';
import { announcement, NEWS_URL } from '#tests/support/server/announcements.ts';
import { type ChangingSection, KEYS, openChangingSection } from '#tests/support/server/changing-section.ts';
import { sinceReadingDay } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { untilOneWaits } from '#tests/support/server/waiting.ts';

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;
const digest = (body: unknown) => createHash('sha256').update(canonicalJson(body)).digest('hex');
let made = 0;
const freshKey = () => {
  made += 1;
  return `sent-again-${made}`;
};

describe('NEWS-49: a call that is made while another one under its key is under way', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  /** A transaction that creates something under a key, as a route does it. @returns what is answered, and by which connection */
  async function create(key: string, name: string, meanwhile: () => Promise<void> = async () => undefined) {
    const request = { method: 'POST', url: '/made-up/', headers: { 'idempotency-key': key }, reader: { user: 1 } };
    const once = createOnce({ ...request, bodyHash: digest('the same') } as unknown as FastifyRequest, true);
    let connection = 0;
    const creation = (trx: Db): Creation<string> => ({
      create: async () => {
        await trx.insertInto('attempts').values({ name, count: 1, since: new Date() }).execute();
        await meanwhile();
        return name;
      },
      isStillVisible: async (answer) =>
        (await trx.selectFrom('attempts').where('name', '=', answer).select('name').execute()).length === 1,
    });
    const transaction = app.database.kysely.transaction().execute(async (trx) => {
      connection = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]?.pid ?? 0;
      return once(trx, creation(trx));
    });
    const answer = await transaction.catch((error: unknown) => {
      if (error instanceof RepeatedRequest) return error.answer();
      return error instanceof Error ? error.message : error;
    });
    return { answer, connection };
  }

  test.each([
    ['that is committed then is answered as it', false],
    ['that is rolled back then creates', true],
  ])('%s', async (_ending, fails) => {
    const key = freshKey();
    const names = [`${key} first`, `${key} second`] as const;
    let end = (): void => undefined;
    let begun = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const underWay = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const first = create(key, names[0], async () => {
      begun();
      await ended;
      if (fails) throw new Error('rolled back');
    });
    await underWay;
    let answered = false;
    const second = create(key, names[1]).finally(() => {
      answered = true;
    });
    await untilOneWaits(app.database.kysely);
    expect(answered).toBe(false);
    end();
    const both = [await first, await second] as const;
    expect(both.map(({ answer }) => answer)).toEqual(fails ? ['rolled back', names[1]] : [names[0], names[0]]);
    if (onPostgres) expect(both[0].connection).not.toBe(both[1].connection);
    const there = await app.database.kysely.selectFrom('attempts').where('name', 'in', names).select('name').execute();
    expect(there).toEqual([{ name: fails ? names[1] : names[0] }]);
  });
});

describe('NEWS-49: what is compared is what was sent', () => {
  let section: ChangingSection;
  let news: TestApp;
  let author: Person;
  beforeAll(async () => {
    [section, news] = [await openChangingSection(), await openTestApp({ now: sinceReadingDay })];
    author = await newPerson(news);
  });
  afterAll(async () => {
    await section.app.close();
    await news.close();
  });

  test('not what the rules of today make of it', async () => {
    const demo = await readDemoCompany(news);
    // Says less than the rules fill in, and what they leave out.
    const { attachments: _, ...body } = {
      ...announcement({ buildings: [demo.home.building] }),
      later: 'a field to be',
    };
    const headers = { 'idempotency-key': freshKey() };
    const send = (sent: object) => news.call('POST', { url: NEWS_URL, body: sent }, author.token, headers);
    const first = await send(body);
    expect(first.status).toBe(201);
    const kept = await news.database.kysely.selectFrom('sent_calls').select('body').execute();
    expect(kept).toEqual([{ body: digest(body) }]);
    expect((await send(body)).body).toEqual(first.body);
    expect((await send({ ...body, later: 'another' })).status).toBe(422);
  });

  test('and what is too deep to be kept is refused as without a key', async () => {
    const deep = `{"description": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const refused = await news.app.inject({
      method: 'POST',
      url: NEWS_URL,
      headers: {
        authorization: `Token ${author.token}`,
        'content-type': 'application/json',
        'idempotency-key': freshKey(),
      },
      payload: deep,
    });
    expect(refused.statusCode).toBe(400);
  });

  test('so a field that a generated section gets meanwhile, and fills in, makes no other call of it', async () => {
    const { app, admin, changed } = section;
    const headers = { 'idempotency-key': freshKey() };
    const send = () => app.call('POST', { url: KEYS, body: { label: 'Подвал', place: 'safe' } }, admin.token, headers);
    const first = await send();
    expect(first.status).toBe(201);
    await changed(
      ({ fields }) => {
        fields.lent = { kind: 'checkbox', label: 'Выдан' };
      },
      ({ definitions }) => 'lent' in (definitions.find(({ name }) => name === 'keys')?.fields ?? {}),
    );
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await admin.get(KEYS)).list).toHaveLength(1);
  });
});

import { sql } from 'kysely';
import { readDefinition } from '#resources/language/read-definition.ts';
import { indexesOf, settleIndexes } from '#server/records/indexes.ts';
import { EXTRA_DEFINITIONS } from '#tests/support/server/definitions.ts';
import { demoPerson } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const passes = readDefinition(EXTRA_DEFINITIONS['passes.json'], 'passes.json');
const rules = readDefinition(EXTRA_DEFINITIONS['rules.json'], 'rules.json');

describe('indexes of added sections', () => {
  test('stand for what is filtered, sorted, searched and unique; go with the definition; are made once', async () => {
    await settleIndexes(app.database, [passes, rules]);
    expect(await settleIndexes(app.database, [passes, rules])).toEqual({ made: [], dropped: [] });
    const mine = indexesOf(app.database.kysely, passes).map(({ name }) => name);
    const left = await settleIndexes(app.database, [rules]);
    expect(left).toMatchObject({ made: [], dropped: expect.arrayContaining(mine) });
    const again = await settleIndexes(app.database, [passes, rules]);
    expect(again).toMatchObject({ made: mine, dropped: [] });
  });

  test('are what the planner uses for a filter, a sort and a search', async () => {
    const { kysely } = app.database;
    await settleIndexes(app.database, [passes, rules]);
    await sql`insert into records (resource, data) select 'passes', jsonb_build_object('guest', md5(n::text),
      'number', 'N' || n, 'from', '2026-01-01', 'times', n % 5000) from generate_series(1, 20000) n`.execute(kysely);
    await sql`analyze records`.execute(kysely);
    const plan = async (query: ReturnType<typeof sql<{ 'QUERY PLAN': string }>>) =>
      (await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(kysely)).rows
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    const base = sql`select id from records where records.resource = 'passes' and records.deleted_at is null`;
    expect(await plan(sql`${base} and (records.data -> 'times') = '7'::jsonb`)).toMatch(/records_x_/);
    expect(await plan(sql`${base} and fold(records.data ->> 'guest') like '%abcdef%'`)).toMatch(/records_x_/);
    const sorted = sql`left(records.data ->> 'guest', 200) collate russian`;
    expect(await plan(sql`${base} order by ${sorted} asc nulls last, id asc limit 50`)).toMatch(/records_x_/);
    expect(await plan(sql`${base} order by ${sorted} desc nulls last, id desc limit 50`)).toMatch(/records_x_/);
  });

  test('a text longer than an index can hold is stored all the same', async () => {
    const admin = await demoPerson(app, 1);
    const long = {
      ...rules,
      name: 'longs',
      fields: { body: { kind: 'long-text' as const, label: 'Текст', max: 20_000, unique: true } },
      list: { ...rules.list, columns: ['body'], search: ['body'] },
    };
    await settleIndexes(app.database, [passes, rules, long]);
    const noise = Array.from({ length: 15_000 }, (_, at) => String.fromCodePoint(0x430 + ((at * 7919 + at * at) % 32)));
    const data = JSON.stringify({ body: noise.join('') });
    await sql`insert into records (resource, data, created_by) values ('longs', ${data}::jsonb, ${admin.id})`.execute(
      app.database.kysely,
    );
    await settleIndexes(app.database, [passes, rules]);
  });
});

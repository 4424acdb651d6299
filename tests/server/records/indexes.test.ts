// Runs on PostgreSQL too: indexes and plans.
import { sql } from 'kysely';
import { readDefinition } from '#resources/language/read-definition.ts';
import { recordIndexes } from '#server/db/migrations/0039-record-indexes.ts';
import { containsFolded } from '#server/records/columns.ts';
import { sectionIndexes } from '#server/records/indexes.ts';
import { labelExpression, searchableLabel, sortedLabel } from '#server/records/labels.ts';
import { duplicateField, settleIndexes } from '#server/records/settle-indexes.ts';
import { hasSameValue } from '#server/records/unique.ts';
import { EXTRA_DEFINITIONS } from '#tests/support/server/definitions.ts';
import { statementsOf } from '#tests/support/server/sql-spy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

// A database without an app, which would settle the indexes of its own definitions meanwhile.
let made: TestDatabase;
beforeAll(async () => {
  const postgresUrl = process.env.TEST_DATABASE_URL;
  made = await createTestDatabase({ demo: 'yard', ...(postgresUrl ? { postgresUrl } : {}) });
});
afterAll(() => made.close());

const passes = readDefinition(EXTRA_DEFINITIONS['passes.json'], 'passes.json');
const rules = readDefinition(EXTRA_DEFINITIONS['rules.json'], 'rules.json');

test('the migration makes its index before it locks readers out, and what is there or gone already is no mistake', async () => {
  const said = await statementsOf((db) => recordIndexes.up(db as never));
  expect(said.map((one) => one.sql.split(' ')[0])).toEqual(['create', 'drop', 'drop', 'drop']);
  await recordIndexes.up(made.database.kysely as never);
});

describe('indexes of added sections', () => {
  test('stand for what is filtered, sorted, searched and unique; go with the definition; are made once', async () => {
    await settleIndexes(made.database, [passes, rules]);
    expect(await settleIndexes(made.database, [passes, rules])).toEqual({ made: [], dropped: [] });
    const mine = sectionIndexes(made.database.kysely, passes).map(({ name }) => name);
    const left = await settleIndexes(made.database, [rules]);
    expect(left).toMatchObject({ made: [], dropped: expect.arrayContaining(mine) });
    const again = await settleIndexes(made.database, [passes, rules]);
    expect(again).toMatchObject({ made: expect.arrayContaining(mine), dropped: [] });
  });

  test('are what the planner uses for a filter, a sort and a search', async () => {
    const { kysely } = made.database;
    await settleIndexes(made.database, [passes, rules]);
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
    const day = sql`nullif(records.data -> 'from', 'null'::jsonb)`;
    expect(await plan(sql`${base} order by ${day} asc nulls last, id asc limit 50`)).toMatch(/records_x_/);
    expect(await plan(sql`${base} order by ${day} desc nulls last, id desc limit 50`)).toMatch(/records_x_/);
  });

  test('are what a value that must not stand twice is looked up by, whatever its kind', async () => {
    const { kysely } = made.database;
    const fields = {
      title: { kind: 'text' as const, label: 'Название' },
      no: { kind: 'number' as const, digits: 6, label: 'Номер', unique: true },
      count: { kind: 'number' as const, label: 'Число', unique: true },
      day: { kind: 'date' as const, label: 'День', unique: true },
      code: { kind: 'text' as const, label: 'Код', unique: true },
    };
    const tickets = { ...rules, name: 'tickets', fields, list: { ...rules.list, columns: ['title'], search: [] } };
    await settleIndexes(made.database, [passes, rules, tickets]);
    await sql`insert into records (resource, data) select 'tickets', jsonb_build_object('title', md5(n::text),
      'no', lpad(n::text, 6, '0'), 'count', n, 'day', (date '2000-01-01' + n)::text, 'code', 'К' || n)
      from generate_series(1, 20000) n`.execute(kysely);
    await sql`analyze records`.execute(kysely);
    const base = sql`select id from records where records.resource = 'tickets' and records.deleted_at is null`;
    const values = { no: '000007', count: 7, day: '2000-01-08', code: 'к7' };
    for (const [wire, value] of Object.entries(values)) {
      const stored = { wire, field: fields[wire as keyof typeof values] };
      const same = hasSameValue(stored, value);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${base} and ${same}`.execute(kysely);
      expect([wire, rows.map((row) => row['QUERY PLAN']).join('\n')]).toEqual([
        wire,
        expect.stringMatching(/records_x_/),
      ]);
      expect((await sql`${base} and ${same}`.execute(kysely)).rows).toHaveLength(1);
    }
    // The database itself lets none of them stand twice, whoever writes it; what is deleted, or says nothing, may.
    for (const [wire, value] of Object.entries(values)) {
      const again = sql`insert into records (resource, data)
        values ('tickets', jsonb_build_object(${wire}::text, ${JSON.stringify(value)}::jsonb))`;
      const refused = await again.execute(kysely).catch((error: unknown) => error);
      expect([wire, duplicateField(kysely, tickets, refused)]).toEqual([wire, wire]);
    }
    await sql`insert into records (resource, data, deleted_at) values ('tickets', '{"code": "К7"}', now()),
      ('tickets', '{"code": ""}', null), ('tickets', '{"code": ""}', null)`.execute(kysely);
    await settleIndexes(made.database, [passes, rules]);
  });

  test('values that stood twice before the rule are looked up all the same; once they are mended the index forbids them', async () => {
    const { kysely } = made.database;
    const fields = { no: { kind: 'text' as const, label: 'Номер', unique: true } };
    const badges = { ...rules, name: 'badges', fields, list: { ...rules.list, columns: [], search: [] } };
    const insert = (no: string) =>
      sql`insert into records (resource, data) values ('badges', ${JSON.stringify({ no })}::jsonb)`.execute(kysely);
    for (const no of ['А', 'а', 'Б']) await insert(no);
    const kinds = async () => {
      const { rows } = await sql<{ unique: boolean }>`select indisunique as unique from pg_index
        where indrelid = 'records'::regclass and pg_get_indexdef(indexrelid) like '%badges%'`.execute(kysely);
      return rows.map(({ unique }) => unique);
    };
    await settleIndexes(made.database, [passes, rules, badges]);
    expect(await kinds()).toEqual([false]);
    expect(await settleIndexes(made.database, [passes, rules, badges])).toEqual({ made: [], dropped: [] });
    await sql`delete from records where resource = 'badges' and data ->> 'no' = 'а'`.execute(kysely);
    await settleIndexes(made.database, [passes, rules, badges]);
    expect(await kinds()).toEqual([true]);
    await expect(insert('б')).rejects.toMatchObject({ code: '23505' });
    await settleIndexes(made.database, [passes, rules]);
  });

  test('of a section that others point at, serve its labels: offered, found by a part, found by the whole', async () => {
    const { kysely } = made.database;
    const visits = {
      ...rules,
      name: 'visits',
      fields: { pass: { kind: 'reference' as const, to: 'passes', label: 'Пропуск' } },
      list: { ...rules.list, columns: ['pass'], search: [] },
    };
    await settleIndexes(made.database, [passes, rules, visits]);
    const target = sql`(select records.id, ${labelExpression(passes)} as label from records
      where records.resource = 'passes' and records.deleted_at is null) target`;
    const sought = searchableLabel(sql`label`);
    const asked = [
      sql`select id from ${target} order by ${sortedLabel(sql`label`)}, id limit 20`,
      sql`select id from ${target} where ${containsFolded(sought, 'abcdef')} limit 1000`,
      sql`select id from ${target} where ${containsFolded(sought, 'ъ')} limit 1000`,
      sql`select id from ${target} where ${sought} = 'нет такого' order by id limit 20`,
    ];
    for (const query of asked) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(kysely);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/records_x_/);
    }
    await settleIndexes(made.database, [passes, rules]);
  });

  test('a text longer than an index can hold is stored all the same', async () => {
    const long = {
      ...rules,
      name: 'longs',
      fields: { body: { kind: 'long-text' as const, label: 'Текст', max: 20_000, unique: true } },
      list: { ...rules.list, columns: ['body'], search: ['body'] },
    };
    await settleIndexes(made.database, [passes, rules, long]);
    const noise = Array.from({ length: 15_000 }, (_, at) => String.fromCodePoint(0x430 + ((at * 7919 + at * at) % 32)));
    const data = JSON.stringify({ body: noise.join('') });
    await sql`insert into records (resource, data, created_by)
      select 'longs', ${data}::jsonb, min(id) from users`.execute(made.database.kysely);
    await settleIndexes(made.database, [passes, rules]);
  });
});

// Runs on PostgreSQL too: plans.
import { sql } from 'kysely';
import { readDefinition } from '#resources/language/read-definition.ts';
import { listQuery, readListCall } from '#server/records/list-query.ts';
import { listRecords } from '#server/records/queries.ts';
import { settleIndexes } from '#server/records/settle-indexes.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { plansOf } from '#tests/support/server/sql-spy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

// A database without an app, which would settle the indexes of its own definitions meanwhile.
let made: TestDatabase;
beforeAll(async () => {
  const postgresUrl = process.env.TEST_DATABASE_URL;
  made = await createTestDatabase({ demo: 'yard', ...(postgresUrl ? { postgresUrl } : {}) });
});
afterAll(() => made.close());

const draft = keysDefinition();
const keys = readDefinition(
  {
    ...draft,
    building: 'house',
    fields: {
      ...draft.fields,
      house: { kind: 'building', label: 'Дом', filter: true },
      day: { kind: 'date', label: 'Когда', filter: true },
    },
    list: { layout: 'table', columns: ['label', 'day'], sort: { field: 'day', order: 'DESC' } },
    form: [{ fields: ['label', 'house', 'day'] }],
  },
  'keys.json',
);
const call = (filter: object = {}) =>
  readListCall(keys, listQuery.parse({ filter: JSON.stringify(filter), sort: '["day","DESC"]' }), { user: 0 });

/** A demo employee who now holds every entrance of these buildings and no other. */
async function holderOf(at: number, buildings: readonly number[]): Promise<{ user: number }> {
  const { kysely } = made.database;
  const staff = kysely.selectFrom('users').where('role', '=', 'employee').orderBy('id');
  const { id: user } = await staff.offset(at).limit(1).select('id').executeTakeFirstOrThrow();
  await kysely.deleteFrom('user_porches').where('user_id', '=', user).execute();
  await sql`insert into user_porches (user_id, porch_id)
    select ${user}::int, id from porches where building_id = any(${[...buildings]}::int[])`.execute(kysely);
  return { user };
}

test('a reader of a house with hardly any records finds them by the house; whoever reaches all houses finds all', async () => {
  const { kysely } = made.database;
  const { rows } = await sql<{ id: number }>`select id from buildings order by id`.execute(kysely);
  const [rare = 0, common = 0, ...others] = rows.map(({ id }) => id);
  await settleIndexes(made.database, [keys]);
  await sql`insert into records (resource, data, building_ids)
    select 'keys', jsonb_build_object('label', 'Ключ ' || n, 'house', house, 'day', to_char(date '2026-01-01' + n % 365, 'YYYY-MM-DD')),
      array[house] from (select n, case when n <= 5 then ${rare}::int else ${common}::int end as house
        from generate_series(1, 20000) n) numbered`.execute(kysely);
  await sql`analyze records`.execute(kysely);
  const narrow = await holderOf(0, [rare]);
  const wide = await holderOf(1, [rare, common, ...others]);

  const few = await listRecords(kysely, narrow, keys, call());
  expect([few.total, few.rows.map(({ data }) => data.label)]).toEqual([
    5,
    ['Ключ 5', 'Ключ 4', 'Ключ 3', 'Ключ 2', 'Ключ 1'],
  ]);
  expect(await listRecords(kysely, narrow, keys, call({ day: '2026-01-03', label: 'ключ' }))).toMatchObject({
    total: 1,
  });
  expect(await listRecords(kysely, narrow, keys, call({ buildings_id: [common] }))).toEqual({ rows: [], total: 0 });
  expect(await listRecords(kysely, wide, keys, call({ buildings_id: [rare] }))).toMatchObject({ total: 5 });
  const all = await listRecords(kysely, wide, keys, call());
  expect(all.rows).toHaveLength(10);
  // Of so many the number is told about.
  expect(Math.abs((all.total ?? 0) - 20_000)).toBeLessThan(2_000);

  // Of the buildings of one section the planner knows nothing: what is bounded by them is counted.
  let guessed = 0;
  const watched = kysely.withPlugin({
    transformQuery: ({ node }) => {
      if ('explain' in node && node.explain) guessed += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const ofOneBuilding = call({ day: '2026-01-03', buildings_id: [common] });
  expect(await listRecords(watched, wide, keys, ofOneBuilding)).toMatchObject({ total: 54 });
  expect(guessed).toBe(0);
  await listRecords(watched, wide, keys, call());
  expect(guessed).toBeGreaterThan(0);

  // By the section's index of buildings and not by walking the days, which would go through nearly all of them.
  const plans = await plansOf(kysely, (db) => listRecords(db, narrow, keys, call()));
  expect(plans.find((plan) => /Limit[\s\S]* Sort/.test(plan))).toMatch(
    /Bitmap Index Scan on records_x_[\s\S]*Index Cond: \(building_ids && /,
  );
  // One index of buildings for a section, and none of the whole table beside it: each write keeps all of them.
  const { rows: ofBuildings } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
    where tablename = 'records' and indexdef like '%(building_ids)%'`.execute(kysely);
  expect(ofBuildings.map(({ indexdef }) => indexdef)).toEqual([expect.stringContaining("resource = 'keys'")]);

  // A record tied to no building is everybody's, also where there was none before.
  await sql`insert into records (resource, data) values ('keys', '{"label": "Общий", "day": "2026-12-31"}')`.execute(
    kysely,
  );
  const open = await listRecords(kysely, narrow, keys, call());
  expect([open.total, open.rows[0]?.data.label]).toEqual([6, 'Общий']);
});

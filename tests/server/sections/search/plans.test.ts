// Runs on PostgreSQL too: plans.
import { CompiledQuery, sql } from 'kysely';
import type { TagObject } from '#resources/protocol/search/search.ts';
import { selectUnitsByTags } from '#server/sections/search/found-queries.ts';
import { findSuggestions } from '#server/sections/search/suggestions.ts';
import { readContextTags, type Tags, withEntry } from '#server/sections/search/tags.ts';
import { statementsOf } from '#tests/support/server/sql-spy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

let made: TestDatabase;
beforeAll(async () => {
  const postgresUrl = process.env.TEST_DATABASE_URL;
  made = await createTestDatabase({ demo: 'yard', ...(postgresUrl ? { postgresUrl } : {}) });
  const { kysely } = made.database;
  for (const statement of TOWN) await sql.raw(statement).execute(kysely);
  // Also has the rows found by the indexes of words that are still waiting beside them.
  await sql`vacuum analyze`.execute(kysely);
});
afterAll(() => made.close());

/** A town of a thousand buildings with four flats and as many residents each, all of them the first employee's. */
const TOWN = [
  `insert into complexes (name) select md5('complex' || n) from generate_series(1, 1000) n`,
  `insert into buildings (complex_id, company_id, street, number, floor_count)
     select (select min(id) + n from complexes), (select min(id) from companies), md5('street' || n), n, 2
     from generate_series(1, 1000) n`,
  `insert into porches (building_id, number) select id, 1 from buildings where street ~ '^[0-9a-f]{32}$'`,
  `insert into floors (porch_id, building_id, number) select porches.id, building_id, level
     from porches join buildings on buildings.id = building_id and street ~ '^[0-9a-f]{32}$', generate_series(1, 2) level`,
  `insert into user_porches (user_id, porch_id) select 1, id from porches on conflict do nothing`,
  `insert into pipes (building_id, porch_id, name) select building_id, porch_id, number + 20 from floors`,
  `insert into units (building_id, porch_id, floor_id, pipe_id, label)
     select floors.building_id, floors.porch_id, floors.id, pipes.id, 100 + floors.id % 500 * 10 + floors.number * 2 + n
     from floors join buildings on buildings.id = floors.building_id and street ~ '^[0-9a-f]{32}$'
     join pipes on pipes.porch_id = floors.porch_id and pipes.name = (floors.number + 20)::text, generate_series(1, 2) n`,
  `insert into users (role, status, phone, first_name, last_name) select 'resident', 'active',
     '+7901' || lpad((n * 919 % 10000000)::text, 7, '0'), md5('first' || n), md5('last' || n) from generate_series(1, 4000) n`,
  `insert into residents_units (user_id, unit_id) select users.id, units.id
     from (select id, row_number() over () as at from users where phone like '+7901%') users
     join (select id, row_number() over () as at from units) units using (at)`,
];

const holder = { user: 1 };
const NONE = readContextTags([]);
const entry = (kind: TagObject, text: string): Tags => withEntry(NONE, kind, text);
const PAGE = { offset: 0, size: 100 };

/** The plan where the tables are held to be too large to be read through. */
async function planOf(statement: CompiledQuery | undefined): Promise<string> {
  const { sql: text, parameters } = statement ?? CompiledQuery.raw('');
  return made.database.kysely.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${text}`, [...parameters]),
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
const READ_THROUGH = /Seq Scan on (users|units|residents_units|buildings|porches|user_porches|complexes)/;

const FOUND: [tag: string, tags: Tags, indexes: RegExp[]][] = [
  ['contained in a complex', entry('complex', 'север'), [/complexes_search/, /buildings_complex/]],
  ['contained in a house', entry('building', 'лесная 12'), [/buildings_search/]],
  ['the exact number of a house', entry('building', 'д 12'), [/buildings_number/]],
  ['contained in a name', entry('resident', 'иванов'), [/users_search/]],
  ['an entrance', entry('porch', '2'), [/units_porch_number/]],
  ['a unit', entry('unit', '48'), [/units_words/]],
  ['a riser', entry('pipe', '3'), [/units_pipe_words/]],
  ['a floor', entry('floor', '5'), [/units_floor_number/]],
  ['contained in a telephone', entry('phone', '40822'), [/users_phone_search/]],
  ['the beginning of a telephone', entry('phone', '+7 916 408'), [/users_residents_phone|users_phone_key/]],
  ['a complex', { ...NONE, complexes: [1] }, [/buildings_complex/]],
  ['a house', { ...NONE, buildings: [1] }, [/units_building/]],
  ['a resident', { ...NONE, residents: [60] }, [/users_pkey/, /residents_units_pkey/]],
];

test.each(FOUND)('RES-05: what %s finds is looked up by index, in one statement', async (_tag, tags, indexes) => {
  const [found, ...more] = await statementsOf((db) => selectUnitsByTags(db, holder, tags, PAGE));
  expect(more).toEqual([]);
  const plan = await planOf(found);
  for (const index of indexes) expect(plan).toMatch(index);
  expect(plan).not.toMatch(READ_THROUGH);
});

const TYPED: [text: string, indexes: RegExp[]][] = [
  ['иван', [/users_residents\b/, /users_search/, /buildings_search/, /complexes_search/]],
  ['Лесная 12', [/buildings_search/]],
  ['48', [/units_words/, /units_floor_number/, /units_porch_number/, /units_pipe_words/]],
  ['+7 916 408', [/users_residents_phone|users_phone_key/]],
  ['40822', [/users_phone_search/]],
  ['д12 кв48', [/buildings_number/]],
  ['Лесная 12 кв 48', [/buildings_search/, /units_words/]],
  ['bdfyjd', [/users_search/, /users_residents\b/]],
];

test.each(TYPED)('RES-04: what «%s» may mean is looked up by index, in one statement', async (text, indexes) => {
  const [found, ...more] = await statementsOf((db) => findSuggestions(db, holder, NONE, text));
  expect(more).toEqual([]);
  const plan = await planOf(found);
  for (const index of indexes) expect(plan).toMatch(index);
  expect(plan).not.toMatch(READ_THROUGH);
});

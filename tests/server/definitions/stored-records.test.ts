// Runs on PostgreSQL too: generated SQL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { text } from '#i18n/text.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { connect } from '#server/db/connect.ts';
import { openStoredRecords } from '#server/definitions/stored-records.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stored-records-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const migrationsDone = async () => {
  const database = await connect({ dataDir });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from kysely_migration`.execute(
    database.kysely,
  );
  await database.close();
  return rows[0]?.count;
};

test('a database of an older version is not looked at and not changed; one of this version is', async () => {
  const made = await connect({ dataDir });
  await made.migrate();
  await made.close();
  const all = await migrationsDone();
  const fine = await openStoredRecords({ DATA_DIR: dataDir });
  expect(fine.unavailableReason).toBeNull();
  expect(await fine.findMisfits?.(readDefinition(keysDefinition(), 'keys.json'))).toEqual([]);
  await fine.close();

  const older = await connect({ dataDir });
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(older.kysely);
  await older.close();
  const left = await openStoredRecords({ DATA_DIR: dataDir });
  expect([left.findMisfits, left.unavailableReason]).toEqual([null, text('definitions.otherSchema')]);
  await left.close();
  expect(await migrationsDone()).toBe(Number(all) - 1);
});

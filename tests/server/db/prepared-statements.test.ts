// Runs on PostgreSQL too: prepared statements.
import { sql } from 'kysely';
import { findReader } from '#server/access/find-reader.ts';
import { prepared } from '#server/db/prepared-statements.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

describe('a query with the modifier `prepared`', () => {
  const read = (db = app.database.kysely, id = 1) =>
    db
      .selectFrom('prepared_check' as 'users')
      .where('id', '=', id)
      .modifyFront(prepared)
      .select(['id', sql<unknown>`value`.as('value')])
      .executeTakeFirst();
  const statements = (name: string) =>
    app.database.kysely.connection().execute(async (db) => {
      await read(db);
      const { rows } = await sql<{ count: string }>`
        select count(*) from pg_prepared_statements where statement like ${`%${name}%`}
      `.execute(db);
      return Number(rows[0]?.count);
    });

  beforeAll(async () => {
    await sql`create table prepared_check (id integer primary key, value integer)`.execute(app.database.kysely);
    await sql`insert into prepared_check values (1, 5), (2, 6)`.execute(app.database.kysely);
  });

  it('is prepared once per connection and answered for its parameters', async () => {
    expect([await read(), await read(), await read(undefined, 2)]).toEqual([
      { id: 1, value: 5 },
      { id: 1, value: 5 },
      { id: 2, value: 6 },
    ]);
    expect(await statements('prepared_check')).toBe(1);
  });

  it('is answered after a migration changed the type of a column, also at once on the same connection', async () => {
    await app.database.kysely.connection().execute(async (db) => {
      expect(await read(db)).toEqual({ id: 1, value: 5 });
      await sql`alter table prepared_check alter column value type text`.execute(db);
      expect([await read(db), await read(db)]).toEqual([
        { id: 1, value: '5' },
        { id: 1, value: '5' },
      ]);
    });
  });

  it('fails with its own error when the database refuses it', async () => {
    await expect(read(undefined, 99_999_999_999)).rejects.toMatchObject({ code: '22003' });
    expect(await read(undefined, 2)).toMatchObject({ id: 2 });
  });
});

test('the reader of a request is found by a prepared statement', async () => {
  await app.database.kysely.connection().execute(async (db) => {
    expect(await findReader(db, 'no-such-token', app.now(), [])).toBeNull();
    const { rows } = await sql`
      select 1 from pg_prepared_statements where statement like '%lacks_factor%' and statement like '%hash%'
    `.execute(db);
    expect(rows).not.toHaveLength(0);
  });
});

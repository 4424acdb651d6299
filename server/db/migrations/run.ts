import { type Kysely, sql } from 'kysely';

/** Runs statements one after another. One statement per string, because the wire protocol allows only one with parameters. */
export async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

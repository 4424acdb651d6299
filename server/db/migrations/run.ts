import { type Kysely, sql } from 'kysely';

/** Runs statements one after another. One statement a string: the wire protocol takes no more with parameters. */
export async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Runs part of a transaction in a savepoint: if it throws, its writes are rolled back and the transaction can go on. */
export async function withSavepoint<Result>(trx: Db, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    await sql`release savepoint part`.execute(trx);
    throw error;
  }
}

import type { Db } from '#server/db/tables.ts';
import type { Company } from './company.ts';
import { furnishMetropolis, openMetropolis, peopleMetropolis, requestMetropolis } from './metropolis-life.ts';
import { basesOf, buildMetropolis } from './metropolis-places.ts';
import { settleIds } from './rows.ts';

/**
 * Builds the metropolis beside the town: 1,000 houses, 100,000 flats, 150,000 residents, 50,000 requests and what belongs
 * to them, made by the database itself.
 */
export async function growMetropolis(trx: Db, company: Company): Promise<void> {
  await settleIds(trx);
  const base = await basesOf(trx);
  await buildMetropolis(trx, base, company.calendar.ago(1_000, '10:00'));
  await peopleMetropolis(trx, base, company);
  await openMetropolis(trx, base);
  await requestMetropolis(trx, base, company);
  await furnishMetropolis(trx, base, company);
}

import { sql } from 'kysely';
import type { FirstStepsAnswer, FirstStepsBody } from '#resources/protocol/first-steps/first-steps.ts';
import type { Db } from '#server/db/tables.ts';
import type { Reader } from './reader.ts';
import { stillAdministers } from './still-administers.ts';

/** Progress of setting the company up, counted in one query. @param isSmsSet whether an SMS gateway is configured */
export async function selectFirstSteps(db: Db, reader: Reader, isSmsSet: boolean): Promise<FirstStepsAnswer> {
  const { rows } = await sql<Counts>`
    select
      (select id from companies where is_tenant) as company,
      (select coalesce(jsonb_array_length(phones), 0) from companies where is_tenant) as phones,
      (select count(*) from buildings where closed_at is null)::integer as buildings,
      (select count(*) from services where not closed)::integer as services,
      (select count(*) from companies where not is_tenant and not closed)::integer as organisations,
      (select count(*) from buildings where closed_at is null and submit_start_day is not null
        and cardinality(reading_types) > 0)::integer as readings,
      (select count(*) from users where role <> 'resident' and status <> 'deleted')::integer as employees,
      coalesce((select first_steps_hidden from installation), false) as hidden,
      coalesce((select links_by_hand from installation), false) as by_hand
    where ${stillAdministers(reader)}`.execute(db);
  const [row] = rows;
  if (!row) return { company: null, hidden: true, steps: [] };
  const countStep = (name: FirstStepsAnswer['steps'][number]['name'], count: number | null, min = 1) => ({
    name,
    count: count ?? 0,
    done: (count ?? 0) >= min,
  });
  return {
    company: row.company,
    hidden: row.hidden,
    steps: [
      countStep('company', row.phones),
      countStep('buildings', row.buildings),
      countStep('services', row.services),
      countStep('organisations', row.organisations),
      countStep('readings', row.readings),
      // At least two: the first administrator is one of them.
      countStep('employees', row.employees, 2),
      { name: 'sms', count: Number(isSmsSet), done: isSmsSet || row.by_hand },
    ],
  };
}

interface Counts {
  company: number | null;
  phones: number | null;
  buildings: number;
  services: number;
  organisations: number;
  readings: number;
  employees: number;
  hidden: boolean;
  by_hand: boolean;
}

/**
 * Stores whether the first steps are hidden and links are handed out manually.
 * @returns false when the reader is no longer an administrator
 */
export async function updateFirstSteps(trx: Db, reader: Reader, { hidden, by_hand }: FirstStepsBody): Promise<boolean> {
  // Databases older than the set-up page have no row yet.
  await sql`insert into installation (holds) values ('company') on conflict (one) do nothing`.execute(trx);
  const updated = await trx
    .updateTable('installation')
    .set({
      ...(hidden === undefined ? {} : { first_steps_hidden: hidden }),
      ...(by_hand === undefined ? {} : { links_by_hand: by_hand }),
      one: true,
    })
    .where(stillAdministers(reader))
    .returning('one')
    .executeTakeFirst();
  return updated !== undefined;
}

import { sql } from 'kysely';
import type { FirstStepsAnswer, FirstStepsBody } from '#resources/protocol/first-steps/first-steps.ts';
import type { Db } from '#server/db/tables.ts';
import type { Reader } from './reader.ts';
import { stillAdministers } from './still-administers.ts';

/** How far the company has come, counted in one query. @param isSmsSet whether a gateway is set */
export async function firstSteps(db: Db, reader: Reader, isSmsSet: boolean): Promise<FirstStepsAnswer> {
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
  const counted = (name: FirstStepsAnswer['steps'][number]['name'], count: number | null, least = 1) => ({
    name,
    count: count ?? 0,
    done: (count ?? 0) >= least,
  });
  return {
    company: row.company,
    hidden: row.hidden,
    steps: [
      counted('company', row.phones),
      counted('buildings', row.buildings),
      counted('services', row.services),
      counted('organisations', row.organisations),
      counted('readings', row.readings),
      // The first administrator is one of them.
      counted('employees', row.employees, 2),
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

/** Stores the settings of the first steps. @returns false when the reader is no administrator any more */
export async function noteFirstSteps(trx: Db, reader: Reader, { hidden, by_hand }: FirstStepsBody): Promise<boolean> {
  // A database from before companies were opened has no row yet.
  await sql`insert into installation (holds) values ('company') on conflict (one) do nothing`.execute(trx);
  const noted = await trx
    .updateTable('installation')
    .set({
      ...(hidden === undefined ? {} : { first_steps_hidden: hidden }),
      ...(by_hand === undefined ? {} : { links_by_hand: by_hand }),
      one: true,
    })
    .where(stillAdministers(reader))
    .returning('one')
    .executeTakeFirst();
  return noted !== undefined;
}

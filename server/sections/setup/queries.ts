import { sql } from 'kysely';
import { SECTIONS } from '#resources/language/access.ts';
import { newToken, tokenHash } from '#server/access/tokens.ts';
import { hasPeople } from '#server/db/people.ts';
import type { InstallationTable } from '#server/db/tables/system.ts';
import type { Db } from '#server/db/tables.ts';

/** The queue of opening the company and leaving the demo company. */
const QUEUE = 7_170_050;

const HOUR = 3_600_000;

/** How long a set-up link works, ms. */
export const SETUP_LINK_LIFE = 24 * HOUR;

/** Most valid links at a time: each start of a process makes one, and a process that keeps restarting must not fill the table. */
const LINKS_MAX = 10;

/** The person a set-up link is for, as far as given. */
interface SetUpPerson {
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
}

const ANYBODY: SetUpPerson = { phone: null, first_name: null, last_name: null };

/** Makes a link that opens the empty database. @returns its secret part */
export async function issueSetUpLink(db: Db, now: Date, person: Partial<SetUpPerson> = {}): Promise<string> {
  const token = newToken();
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('setup_links')
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('expires_at', '<=', now),
          eb(
            'hash',
            'in',
            selectFrom('setup_links as old')
              .select('old.hash')
              .orderBy('old.created_at', 'desc')
              .orderBy('old.hash')
              .limit(LINKS_MAX)
              .offset(LINKS_MAX - 1),
          ),
        ]),
      )
      .execute();
    await trx
      .insertInto('setup_links')
      .values({
        hash: tokenHash(token),
        ...ANYBODY,
        ...person,
        created_at: now,
        expires_at: new Date(now.getTime() + SETUP_LINK_LIFE),
      })
      .execute();
  });
  return token;
}

/** A valid link; null if it is unknown or expired. */
export async function setUpLink(db: Db, token: string, now: Date): Promise<SetUpPerson | null> {
  const row = await db
    .selectFrom('setup_links')
    .where('hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .select(['phone', 'first_name', 'last_name'])
    .executeTakeFirst();
  return row ?? null;
}

/** Lets one transaction at a time set up the database; holds the lock until it ends. */
export async function lockSetup(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${QUEUE})`.execute(trx);
}

/**
 * Lets one at a time open the company, in any process.
 * @returns false when it is open already
 */
export async function takeSetUpTurn(trx: Db): Promise<boolean> {
  await lockSetup(trx);
  return !(await hasPeople(trx)) && (await findInstallation(trx))?.holds !== 'demo';
}

/** The company of an empty database and its first administrator, with every right. */
export interface Opening {
  company: string;
  timeZone: string | null;
  first_name: string;
  last_name: string;
  position: string;
  phone: string;
  passwordHash: string;
}

/** Writes the company and its administrator; every set-up link ends. Call it after `takeSetUpTurn`. @returns their id */
export async function openCompany(trx: Db, opening: Opening, now: Date): Promise<{ user: number; company: number }> {
  const { company, timeZone, passwordHash, ...person } = opening;
  const installation = { holds: 'company' as const, time_zone: timeZone };
  await trx
    .insertInto('installation')
    .values({ ...installation, opened_at: now })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(installation))
    .execute();
  await trx.deleteFrom('setup_links').execute();
  const { id } = await trx
    .insertInto('companies')
    .values({
      label: company,
      is_tenant: true,
      name_full: company,
      name_short: company,
      avatar: null,
      license_on: null,
      phones: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = await insertAdministrator(trx, { ...person, company: id, passwordHash }, now);
  return { user, company: id };
}

/** An administrator as they are written; without a password they are invited. */
export interface Administrator {
  first_name: string;
  last_name: string;
  position: string;
  phone: string;
  company: number;
  passwordHash: string | null;
}

/** Writes an administrator with every right and every entrance there is. @returns their id */
export async function insertAdministrator(trx: Db, administrator: Administrator, now: Date): Promise<number> {
  const { company, passwordHash, ...person } = administrator;
  const { id } = await trx
    .insertInto('users')
    .values({
      ...person,
      role: 'admin',
      status: passwordHash ? 'active' : 'created',
      password_hash: passwordHash,
      company_id: company,
      gender: null,
      email: null,
      avatar_file_id: null,
      chat_id: null,
      suspended_from: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('levels')
    .values(SECTIONS.map((section) => ({ user_id: id, section, level: TOP[section] ?? 'write' })))
    .execute();
  await sql`insert into user_porches (user_id, porch_id)
    select ${id}::integer, porches.id from porches join buildings on buildings.id = porches.building_id
    where buildings.closed_at is null`.execute(trx);
  return id;
}

/** Sections whose highest level is not `write` (EMP-40). */
const TOP: Readonly<Record<string, 'read' | 'performer'>> = { chats: 'read', tasks: 'performer' };

/** Kind of data in the database; null if no company was opened yet. */
export async function findInstallation(db: Db): Promise<Pick<InstallationTable, 'holds' | 'time_zone'> | null> {
  return (await db.selectFrom('installation').select(['holds', 'time_zone']).executeTakeFirst()) ?? null;
}

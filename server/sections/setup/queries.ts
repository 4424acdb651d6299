import { sql } from 'kysely';
import { SECTIONS } from '#resources/language/access.ts';
import { newToken, tokenHash } from '#server/access/tokens.ts';
import { hasPeople } from '#server/db/people.ts';
import type { InstallationTable } from '#server/db/tables/system.ts';
import type { Db } from '#server/db/tables.ts';

/** Key of the advisory lock for opening the company and leaving the demo company. */
const SETUP_LOCK = 7_170_050;

const HOUR_MS = 3_600_000;

/** How long a set-up link is valid, ms. */
export const SETUP_LINK_LIFETIME_MS = 24 * HOUR_MS;

/**
 * Maximum number of valid links: each start of a process creates one, and a process that keeps restarting must not fill the
 * table.
 */
const LINKS_MAX = 10;

/** The person a set-up link is for, as far as known. */
interface SetUpPerson {
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
}

const NOBODY_NAMED: SetUpPerson = { phone: null, first_name: null, last_name: null };

/** Creates a link by which the company is opened in an empty database. @returns its secret part */
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
        ...NOBODY_NAMED,
        ...person,
        created_at: now,
        expires_at: new Date(now.getTime() + SETUP_LINK_LIFETIME_MS),
      })
      .execute();
  });
  return token;
}

/** The person of a valid link; null if the link is unknown or expired. */
export async function findSetUpLink(db: Db, token: string, now: Date): Promise<SetUpPerson | null> {
  const row = await db
    .selectFrom('setup_links')
    .where('hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .select(['phone', 'first_name', 'last_name'])
    .executeTakeFirst();
  return row ?? null;
}

/** Serialises set-ups of the database; the lock is held until the transaction ends. */
export async function lockSetup(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(trx);
}

/**
 * Takes the set-up lock, so that only one transaction of all processes opens the company.
 * @returns false if it is open already
 */
export async function lockUnopenedCompany(trx: Db): Promise<boolean> {
  await lockSetup(trx);
  return !(await hasPeople(trx)) && (await findInstallation(trx))?.holds !== 'demo';
}

/** A company to be opened in an empty database, and its first administrator, who gets every right. */
export interface CompanyOpening {
  company: string;
  timeZone: string | null;
  first_name: string;
  last_name: string;
  position: string;
  phone: string;
  passwordHash: string;
}

/**
 * Inserts the company and its administrator, and ends every set-up link. Call it after `lockUnopenedCompany`.
 * @returns their ids
 */
export async function openCompany(
  trx: Db,
  opening: CompanyOpening,
  now: Date,
): Promise<{ user: number; company: number }> {
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

/** An administrator to be inserted; without a password they are invited. */
export interface Administrator {
  first_name: string;
  last_name: string;
  position: string;
  phone: string;
  company: number;
  passwordHash: string | null;
}

/** Inserts an administrator with every right and every entrance of open buildings. @returns their id */
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
    .values(SECTIONS.map((section) => ({ user_id: id, section, level: HIGHEST_LEVELS[section] ?? 'write' })))
    .execute();
  await sql`insert into user_porches (user_id, porch_id)
    select ${id}::integer, porches.id from porches join buildings on buildings.id = porches.building_id
    where buildings.closed_at is null`.execute(trx);
  return id;
}

/** Sections whose highest level is not `write` (EMP-40). */
const HIGHEST_LEVELS: Readonly<Record<string, 'read' | 'performer'>> = { chats: 'read', tasks: 'performer' };

/** The kind of data in the database; null if no company was opened yet. */
export async function findInstallation(db: Db): Promise<Pick<InstallationTable, 'holds' | 'time_zone'> | null> {
  return (await db.selectFrom('installation').select(['holds', 'time_zone']).executeTakeFirst()) ?? null;
}

import { type SqlBool, sql } from 'kysely';
import type { ImportUnit } from '#resources/rules/import/names.ts';
import { callerAddress } from '#server/access/caller.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Whether the person has access to some entrance of a building. */
export async function isImportBuildingInReach(db: Db, principal: Principal, building: number): Promise<boolean> {
  const row = await db
    .selectFrom('buildings')
    .where('id', '=', building)
    .where(buildingInReach(principal, 'buildings.id'))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Units of a building in the person's entrances. */
export function selectUnitsInReach(db: Db, principal: Principal, building: number): Promise<ImportUnit[]> {
  return db
    .selectFrom('units')
    .where('building_id', '=', building)
    .where(entranceInReach(principal, 'units.porch_id'))
    .select(['id', 'unit_type', 'label'])
    .orderBy('id')
    .execute();
}

/** Those of the phones that are in use. */
export async function selectTakenPhones(db: Db, phones: readonly string[]): Promise<Set<string>> {
  if (!phones.length) return new Set();
  const rows = await db
    .selectFrom('users')
    .where(sql<SqlBool>`phone = any(${[...phones]}::text[])`)
    .select('phone')
    .execute();
  return new Set(rows.flatMap(({ phone }) => phone ?? []));
}

/** A row that passed all checks. */
export interface NewResident {
  unit: number;
  last_name: string;
  first_name: string;
  phone: string;
}

/**
 * Creates residents with their flat, their row in the audit log and their invitation, in one statement.
 * @returns ids by phone; a missing id means that the phone was taken meanwhile
 */
export async function createResidents(
  trx: Db,
  residents: readonly NewResident[],
  author: { user: number; request: string; now: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; phone: string }>`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(residents)}::jsonb)
        as resident(unit integer, last_name text, first_name text, phone text)
    ), new_users as (
      insert into users (role, status, phone, first_name, last_name, created_at, updated_at)
      select 'resident', 'created', phone, first_name, last_name, ${author.now}::timestamptz, ${author.now}::timestamptz
      from input order by phone
      on conflict (phone) do nothing
      returning id, phone
    ), new_links as (
      insert into residents_units (user_id, unit_id) select new_users.id, input.unit from new_users join input using (phone)
    ), audit_rows as (
      insert into audit (at, user_id, action, resource, record_id, after, request_id, address)
      select ${author.now}::timestamptz, ${author.user}::integer, 'create', 'residents', new_users.id::text, jsonb_build_object(
        'first_name', input.first_name, 'last_name', input.last_name, 'phone_number', input.phone,
        'gender', null, 'units', jsonb_build_array(input.unit), 'import', true), ${author.request}::text, ${callerAddress()}::text
      from new_users join input using (phone)
    ), new_invitations as (
      insert into invitations (user_id, due_at) select id, ${author.now}::timestamptz from new_users
    )
    select id, phone from new_users`.execute(trx);
  return new Map(rows.map(({ id, phone }) => [phone, id]));
}

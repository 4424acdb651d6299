import { ADDRESSES_IN_LIST, type EmployeeItem, type EmployeeOne } from '#resources/protocol/people/employees.ts';
import { allLevels } from '#server/access/look-up.ts';
import { effectiveLevels, type Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { type ShownFile, shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import { employeeFields } from './change-queries.ts';
import { type Held, heldBy } from './places-queries.ts';
import { invitedAt, type StaffRow, selectEmployeeServices, staffRow } from './queries.ts';
import { givableLevels } from './rights.ts';
import { versionedEmployee } from './version.ts';

/** Dependencies of showing an employee. */
export interface ShowDeps {
  db: Db;
  now(): Date;
  guard: { extraSections(): readonly string[] };
  settings: { featureServices: boolean };
}

/** The levels of an employee, all sections named. */
export function employeeLevels({ role, levels }: Pick<StaffRow, 'role' | 'levels'>, extra: readonly string[]) {
  return allLevels({ levels: effectiveLevels(role, levels, extra) }, extra);
}

/** Portraits of these people, by file id. */
export function portraits(db: Db, rows: readonly Pick<StaffRow, 'avatar_file_id'>[]): Promise<Map<number, ShownFile>> {
  return filesById(db, [...new Set(rows.flatMap((row) => row.avatar_file_id ?? []))]);
}

/** The address of an employee's portrait; null without one. */
export function portraitUrl(reader: Reader, id: number | null, files: ReadonlyMap<number, ShownFile>): string | null {
  const file = id === null ? undefined : files.get(id);
  if (!file) return null;
  const { medium, s3_file } = shownFile(reader, file);
  return (medium ?? s3_file).file;
}

type Common = Omit<EmployeeItem, 'buildings' | 'porches'>;

function shownRow(row: StaffRow, places: Held, avatar: string | null, extra: readonly string[]): Common {
  const company = row.company_id === null ? null : { id: row.company_id, label: row.company_label ?? '' };
  return {
    user: row.user,
    ...employeeFields.wireOf({ ...row, phone: row.phone ?? '' }),
    gender: row.gender,
    position: row.position,
    company,
    email: row.email,
    status: row.status === 'deleted' ? 'suspended' : row.status,
    avatar,
    user_chat_id: row.chat_id,
    tenant: row.is_tenant ? company : null,
    sections: employeeLevels(row, extra),
    objects_count: places.count,
  };
}

const NOTHING: Held = { count: 0, houses: [] };

const elsewhere = ({ houses: buildings }: Held) =>
  buildings
    .filter(({ whole }) => !whole)
    .flatMap(({ porches, id, street, number }) =>
      porches.map((porch) => ({ ...porch, building: { id, street, number } })),
    );

/** Rows of the list as they stand on the wire. */
export async function showRows({ db, guard }: ShowDeps, reader: Reader, rows: readonly StaffRow[]) {
  const extra = guard.extraSections();
  const placesByUser = await heldBy(
    db,
    rows.map((row) => row.user),
    ADDRESSES_IN_LIST,
  );
  const files = await portraits(db, rows);
  return rows.map((row): EmployeeItem => {
    const places = placesByUser.get(row.user) ?? NOTHING;
    return {
      ...shownRow(row, places, portraitUrl(reader, row.avatar_file_id, files), extra),
      buildings: places.houses.filter(({ whole }) => whole).map(({ id, street, number }) => ({ id, street, number })),
      porches: elsewhere(places).slice(0, ADDRESSES_IN_LIST),
    };
  });
}

/** One employee as they stand on the wire (API-17). @returns null if they do not exist */
export async function showOne(
  { db, guard, now, settings }: ShowDeps,
  reader: Reader,
  id: number,
): Promise<EmployeeOne | null> {
  const row = await staffRow(db, id);
  if (!row) return null;
  const places = (await heldBy(db, [id], Number.MAX_SAFE_INTEGER)).get(id) ?? NOTHING;
  const avatar = portraitUrl(reader, row.avatar_file_id, await portraits(db, [row]));
  const invited = row.status === 'created' ? await invitedAt(db, id, now()) : null;
  const extraSections = guard.extraSections();
  const commonPart = shownRow(row, places, avatar, extraSections);
  const giver = { ...reader, extraSections, performers: settings.featureServices };
  return {
    ...commonPart,
    may_give: givableLevels({ role: row.role, levels: commonPart.sections }, giver),
    buildings: places.houses
      .filter(({ whole }) => whole)
      .map(({ id, street, number, porches }) => ({ id, street, number, porches })),
    porches: elsewhere(places),
    services: await selectEmployeeServices(db, id),
    version: computeRecordVersion(
      await versionedEmployee(db, { ...row, id, levels: commonPart.sections }, extraSections),
    ),
    invited_at: invited?.toISOString() ?? null,
  };
}

import { ADDRESSES_IN_LIST, type EmployeeDetails, type EmployeeItem } from '#resources/protocol/people/employees.ts';
import { allLevels } from '#server/access/find-reader.ts';
import { effectiveLevels, type Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { type ShownFile, shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import { employeeFields } from './change-queries.ts';
import { type HeldBuildings, selectHeldBuildings } from './places-queries.ts';
import { findInvitationTime, type StaffRow, selectEmployeeServices, staffRow } from './queries.ts';
import { givableLevels } from './rights.ts';
import { selectVersionInput } from './version.ts';

/** Dependencies of the functions that serialise an employee. */
export interface ShowEmployeeDeps {
  db: Db;
  now(): Date;
  guard: { extraSections(): readonly string[] };
  settings: { featureServices: boolean };
}

/** Levels of an employee in every section. */
export function employeeLevels({ role, levels }: Pick<StaffRow, 'role' | 'levels'>, extra: readonly string[]) {
  return allLevels({ levels: effectiveLevels(role, levels, extra) }, extra);
}

/** Portrait files of these people, by file id. */
export function selectPortraits(
  db: Db,
  rows: readonly Pick<StaffRow, 'avatar_file_id'>[],
): Promise<Map<number, ShownFile>> {
  return filesById(db, [...new Set(rows.flatMap((row) => row.avatar_file_id ?? []))]);
}

/** URL of an employee's portrait; null without one. */
export function portraitUrl(reader: Reader, id: number | null, files: ReadonlyMap<number, ShownFile>): string | null {
  const file = id === null ? undefined : files.get(id);
  if (!file) return null;
  const { medium, s3_file } = shownFile(reader, file);
  return (medium ?? s3_file).file;
}

type CommonEmployee = Omit<EmployeeItem, 'buildings' | 'porches'>;

function showCommonPart(
  row: StaffRow,
  places: HeldBuildings,
  avatar: string | null,
  extra: readonly string[],
): CommonEmployee {
  const company = row.company_id === null ? null : { id: row.company_id, label: row.company_label ?? '' };
  return {
    user: row.user,
    ...employeeFields.toWire({ ...row, phone: row.phone ?? '' }),
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

const NO_BUILDINGS: HeldBuildings = { count: 0, houses: [] };

const listSingleEntrances = ({ houses: buildings }: HeldBuildings) =>
  buildings
    .filter(({ whole }) => !whole)
    .flatMap(({ porches, id, street, number }) =>
      porches.map((porch) => ({ ...porch, building: { id, street, number } })),
    );

/** Serialises rows of the list. */
export async function showEmployeeRows({ db, guard }: ShowEmployeeDeps, reader: Reader, rows: readonly StaffRow[]) {
  const extra = guard.extraSections();
  const placesByUser = await selectHeldBuildings(
    db,
    rows.map((row) => row.user),
    ADDRESSES_IN_LIST,
  );
  const files = await selectPortraits(db, rows);
  return rows.map((row): EmployeeItem => {
    const places = placesByUser.get(row.user) ?? NO_BUILDINGS;
    return {
      ...showCommonPart(row, places, portraitUrl(reader, row.avatar_file_id, files), extra),
      buildings: places.houses.filter(({ whole }) => whole).map(({ id, street, number }) => ({ id, street, number })),
      porches: listSingleEntrances(places).slice(0, ADDRESSES_IN_LIST),
    };
  });
}

/** Serialises one employee (API-17). @returns null if they do not exist */
export async function showEmployee(
  { db, guard, now, settings }: ShowEmployeeDeps,
  reader: Reader,
  id: number,
): Promise<EmployeeDetails | null> {
  const row = await staffRow(db, id);
  if (!row) return null;
  const places = (await selectHeldBuildings(db, [id], Number.MAX_SAFE_INTEGER)).get(id) ?? NO_BUILDINGS;
  const avatar = portraitUrl(reader, row.avatar_file_id, await selectPortraits(db, [row]));
  const invited = row.status === 'created' ? await findInvitationTime(db, id, now()) : null;
  const extraSections = guard.extraSections();
  const commonPart = showCommonPart(row, places, avatar, extraSections);
  const giver = { ...reader, extraSections, performers: settings.featureServices };
  return {
    ...commonPart,
    may_give: givableLevels({ role: row.role, levels: commonPart.sections }, giver),
    buildings: places.houses
      .filter(({ whole }) => whole)
      .map(({ id, street, number, porches }) => ({ id, street, number, porches })),
    porches: listSingleEntrances(places),
    services: await selectEmployeeServices(db, id),
    version: computeRecordVersion(
      await selectVersionInput(db, { ...row, id, levels: commonPart.sections }, extraSections),
    ),
    invited_at: invited?.toISOString() ?? null,
  };
}

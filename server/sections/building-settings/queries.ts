import { sql } from 'kysely';
import type { BuildingSettingsItem } from '#resources/protocol/buildings/settings.ts';
import { settingsBuildings } from '#resources/sections/buildings.ts';
import type { PorchRef } from '#server/access/buildings.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, buildingWhole, entranceInReach } from '#server/access/scope.ts';
import type { ReadingType } from '#server/db/tables/places.ts';
import type { Db } from '#server/db/tables.ts';
import { type FieldsRow, recordFields } from '#server/records/kit/fields.ts';
import type { SettingsSort } from './page.ts';

/** The scalar settings of a building, except its type, which no form changes. */
export const settingsFields = recordFields(settingsBuildings, { except: ['building_type'] });

/** The settings of a building, as saved. */
export type SavedSettings = FieldsRow<typeof settingsFields> & {
  submit_start_day: number | null;
  submit_end_day: number | null;
  reading_types: ReadingType[];
};
/** The settings of a building, as stored. */
export type StoredSettings = SavedSettings & { id: number };

const SETTINGS_COLUMNS = settingsFields.columns.map((column) => `buildings.${column}` as const);
/** Scalar settings of a building out of reach: none are shown. */
const NO_SETTINGS = Object.fromEntries(settingsFields.columns.map((column) => [column, undefined]));

/** Query of buildings joined with their complex and companies. */
function selectNamedBuildings(db: Db) {
  return db
    .selectFrom('buildings')
    .leftJoin('complexes', 'complexes.id', 'buildings.complex_id')
    .innerJoin('companies as tenants', 'tenants.id', 'buildings.company_id')
    .leftJoin('companies as subsidiaries', 'subsidiaries.id', 'buildings.subsidiary_id');
}

/** Query of the settings list; for a building out of reach only its company and address are selected. */
function selectSettingsRows(db: Db, principal: Principal) {
  const reach = buildingInReach(principal, 'buildings.id');
  const ifReached = <Value>(value: ReturnType<typeof sql>) => sql<Value | null>`case when ${reach} then ${value} end`;
  return selectNamedBuildings(db)
    .select(SETTINGS_COLUMNS)
    .select([
      reach.as('reached'),
      'buildings.id',
      'buildings.street',
      'buildings.number',
      'buildings.building_type',
      'complexes.name as complex_name',
      'tenants.label as tenant_label',
      'subsidiaries.label as subsidiary_label',
      ifReached<number>(sql`buildings.floor_count`).as('floor_count'),
      ifReached<number>(sql`(select count(*)::int from porches where porches.building_id = buildings.id)`).as(
        'porches_count',
      ),
      ifReached<number>(
        sql`(select count(*)::int from units where units.building_id = buildings.id and units.unit_type = 'flat')`,
      ).as('units_count'),
      ifReached<number>(
        sql`(select count(*)::int from camera_buildings where camera_buildings.building_id = buildings.id)`,
      ).as('cameras_count'),
      ifReached<number>(sql`buildings.submit_start_day`).as('submit_start_day'),
      ifReached<number>(sql`buildings.submit_end_day`).as('submit_end_day'),
      ifReached<ReadingType[]>(sql`buildings.reading_types`).as('reading_types'),
      sql<PorchRef[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', porches.id, 'number', porches.number)
        order by porches.number), '[]') from porches
        where porches.building_id = buildings.id and ${entranceInReach(principal, 'porches.id')})`.as(
        'available_porches',
      ),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSettingsRows>['execute']>>[number];

function showSettingsItem({
  complex_name,
  tenant_label,
  subsidiary_label,
  reading_types,
  reached,
  ...row
}: Row): BuildingSettingsItem {
  return {
    ...row,
    ...(reached ? settingsFields.toWire(row) : NO_SETTINGS),
    complex: complex_name === null ? null : { name: complex_name },
    tenant: { label: tenant_label },
    subsidiary: subsidiary_label === null ? null : { label: subsidiary_label },
    reading_types: reading_types ?? [],
  };
}

/** Condition: a building that the reader's company owns or serves, or of which the reader holds an entrance. */
function isOfCompany({ user }: Principal) {
  const company = sql`(select company_id from users where users.id = ${user})`;
  return sql<boolean>`buildings.closed_at is null and (buildings.company_id = ${company} or buildings.subsidiary_id = ${company}
    or ${buildingInReach({ user }, 'buildings.id')})`;
}

const SORT_COLUMNS = {
  address: ['buildings.street', 'buildings.number_sort'],
  complex: ['complexes.name', 'buildings.street', 'buildings.number_sort'],
  organization: ['organization', 'buildings.street', 'buildings.number_sort'],
  type: ['buildings.building_type', 'buildings.street', 'buildings.number_sort'],
} as const satisfies Record<SettingsSort['by'], readonly string[]>;

/** A page of the buildings of the company (SET-06), by address unless another order is requested. */
export async function selectSettingsPage(
  db: Db,
  principal: Principal,
  { page, size, sort }: { page: number; size: number; sort: SettingsSort },
): Promise<BuildingSettingsItem[]> {
  const direction = sql.raw(sort.descending ? 'desc nulls last' : 'asc nulls last');
  const order = SORT_COLUMNS[sort.by].map((column) => {
    const expression = column === 'organization' ? sql`coalesce(subsidiaries.label, tenants.label)` : sql.ref(column);
    return sql`${expression} ${direction}`;
  });
  const ordered = sql`${sql.join(order)}, buildings.id`;
  // Counts are only computed for the buildings of the page.
  const pageIds = selectNamedBuildings(db)
    .where(isOfCompany(principal))
    .select('buildings.id')
    .orderBy(ordered)
    .limit(size);
  const pageRows = await selectSettingsRows(db, principal)
    .where('buildings.id', 'in', pageIds.offset((page - 1) * size))
    .orderBy(ordered)
    .execute();
  return pageRows.map(showSettingsItem);
}

/** Number of buildings of the company. */
export async function countSettings(db: Db, principal: Principal): Promise<number> {
  const { count } = await db
    .selectFrom('buildings')
    .where(isOfCompany(principal))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Settings of those of the buildings that are in reach, by address (SET-23). */
export async function selectBuildingSettings(
  db: Db,
  principal: Principal,
  buildings: readonly number[],
): Promise<BuildingSettingsItem[]> {
  const chosenRows = await selectSettingsRows(db, principal)
    .where('buildings.id', 'in', [...buildings])
    .where(buildingInReach(principal, 'buildings.id'))
    .orderBy('buildings.street')
    .orderBy('buildings.number_sort')
    .orderBy('buildings.id')
    .execute();
  return chosenRows.map(showSettingsItem);
}

/** The settings of one building. @returns null if it does not exist or is out of reach */
export async function findSettings(db: Db, principal: Principal, id: number): Promise<BuildingSettingsItem | null> {
  const row = await selectSettingsRows(db, principal)
    .where('buildings.id', '=', id)
    .where(buildingInReach(principal, 'buildings.id'))
    .executeTakeFirst();
  return row ? showSettingsItem(row) : null;
}

/** First part of the version of a building's settings. */
export const settingsVersionInput = (settings: SavedSettings) => {
  const { submit_start_day, submit_end_day, reading_types } = settings;
  return { ...settingsFields.rowValues(settings), submit_start_day, submit_end_day, reading_types };
};

/** Second part of the version, separate because not every form saves the cameras. @param linked ids of linked cameras in reach */
export const linksVersionInput = (linked: readonly number[]) => ({ cameras: [...linked].sort((a, b) => a - b) });

/** Locks the settings of a building in reach until the transaction ends; `whole` says that every entrance is the reader's. */
export async function lockSettings(trx: Db, principal: Principal, id: number) {
  const settings = await trx
    .selectFrom('buildings')
    .where('id', '=', id)
    // After waiting for a locked row PostgreSQL re-evaluates only conditions on that row, such as this one.
    .where('closed_at', 'is', null)
    .where(buildingInReach(principal, 'buildings.id'))
    .select(settingsFields.columns)
    .select([
      'id',
      'submit_start_day',
      'submit_end_day',
      'reading_types',
      buildingWhole(principal, 'buildings.id').as('whole'),
    ])
    // A weaker lock, because links to the building may be written meanwhile: they only need the building to exist.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return settings ?? null;
}

/** Updates the settings of a building. */
export async function updateSettings(trx: Db, id: number, change: SavedSettings): Promise<void> {
  await trx.updateTable('buildings').set(change).where('id', '=', id).execute();
}

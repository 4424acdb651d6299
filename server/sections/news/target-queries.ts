import { type RawBuilder, sql } from 'kysely';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import { lockOpenBuildings } from '#server/access/links.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, buildingWhole, entranceInReach, placeInReach, readScope } from '#server/access/scope.ts';
import type { TargetKind } from '#server/db/tables/news.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';

type Part = Exclude<keyof AudienceTarget, 'for_all_objects'>;
/** Place of a recipient. */
type Row = { building_id: number; porch_id: number | null };

const refuse = (message: string): never => {
  throw new FieldsError({ target: [message] });
};

/**
 * Queries that select the recipients of each part of a target, if the author may write to them. The rows are locked until the
 * transaction ends, so that no building is deleted meanwhile.
 */
const SELECT_PART: Readonly<Record<Part, (principal: Principal, ids: readonly number[]) => RawBuilder<unknown>>> = {
  buildings: (principal, ids) => sql`select 'building', id, null::int, null::int, null::int, null::int from buildings
    where id = any(${[...ids]}::integer[]) and ${buildingWhole(principal, 'buildings.id')} for key share of buildings`,
  porches: (principal, ids) => sql`select 'porch', building_id, id, null::int, null::int, null::int from porches
    where id = any(${[...ids]}::integer[]) and ${entranceInReach(principal, 'porches.id')} for key share of porches`,
  floors: (principal, ids) => sql`select 'floor', building_id, porch_id, id, null::int, null::int from floors
    where id = any(${[...ids]}::integer[]) and ${entranceInReach(principal, 'floors.porch_id')} for key share of floors`,
  // A riser without an entrance runs through all entrances.
  pipes: (principal, ids) => sql`select 'pipe', building_id, porch_id, null::int, id, null::int from pipes
    where id = any(${[...ids]}::integer[]) and case when porch_id is null
      then ${buildingWhole(principal, 'pipes.building_id')} else ${entranceInReach(principal, 'pipes.porch_id')} end
    for key share of pipes`,
  units: (principal, ids) => sql`select 'unit', building_id, porch_id, null::int, null::int, id from units
    where id = any(${[...ids]}::integer[]) and unit_type = 'flat' and ${entranceInReach(principal, 'units.porch_id')}
    for key share of units`,
};

/** Everything the author has: whole buildings, and single entrances of the others (NEWS-31, NEWS-33). */
const selectEverything = (
  principal: Principal,
) => sql`select 'building', id, null::int, null::int, null::int, null::int from buildings
    where ${buildingWhole(principal, 'buildings.id')}
  union all
  select 'porch', building_id, id, null::int, null::int, null::int from porches
    where ${entranceInReach(principal, 'porches.id')} and not ${buildingWhole(principal, 'porches.building_id')}`;

const listBuildingIds = (rows: readonly Row[]): number[] => [...new Set(rows.map((row) => row.building_id))];

async function insertTargetRows(trx: Db, news: number, source: RawBuilder<unknown>): Promise<readonly Row[]> {
  const { rows } =
    await sql<Row>`insert into news_targets (news_id, kind, building_id, porch_id, floor_id, pipe_id, unit_id)
    select ${news}::integer, found.* from (${source}) found returning building_id, porch_id`.execute(trx);
  return rows;
}

/**
 * Whether one of these risers runs through a building of which the author has only a part, so that people beyond their rights
 * would be reached.
 */
async function goesBeyondReach(trx: Db, principal: Principal, pipes: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select 1 from pipes where id = any(${[...pipes]}::integer[]) and porch_id is null
    and ${buildingInReach(principal, 'pipes.building_id')} and not ${buildingWhole(principal, 'pipes.building_id')}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether all these entrances exist, in reach or not. */
async function allEntrancesExist(trx: Db, porches: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select 1 from porches where id = any(${[...porches]}::integer[])`.execute(trx);
  return rows.length === porches.length;
}

/** Refuses places that the author may not write to, with the reason. */
async function refuseMissing(trx: Db, principal: Principal, part: Part, ids: readonly number[], foundCount: number) {
  if (part === 'buildings') {
    const reach = await readScope(trx, principal, ids);
    return refuse(ids.every((id) => reach.has(id)) ? 'access.building' : 'api.noBuilding');
  }
  if (part === 'pipes' && (await goesBeyondReach(trx, principal, ids))) return refuse('access.building');
  // Entrances are deleted together with their building; if any floor, riser or flat was found, its building exists.
  const isBuildingGone = foundCount === 0 || (part === 'porches' && !(await allEntrancesExist(trx, ids)));
  return refuse(isBuildingGone ? 'api.noBuilding' : 'validation.unknown');
}

/**
 * Inserts the recipients of an announcement.
 * @returns their places: buildings, and the entrances of narrower recipients
 * @throws FieldsError if one of them is unknown, closed or out of the author's reach; the transaction must be rolled back then
 */
export async function insertTargets(
  trx: Db,
  principal: Principal,
  news: number,
  target: AudienceTarget,
): Promise<{ buildings: number[]; porches: number[] }> {
  const { for_all_objects, ...parts } = target;
  const rows: Row[] = [];
  if (for_all_objects) {
    const targets = await insertTargetRows(trx, news, selectEverything(principal));
    const open = await lockOpenBuildings(trx, listBuildingIds(targets));
    const closed = listBuildingIds(targets).filter((id) => !open.has(id));
    if (closed.length) {
      await trx.deleteFrom('news_targets').where('news_id', '=', news).where('building_id', 'in', closed).execute();
    }
    rows.push(...targets.filter((row) => open.has(row.building_id)));
    if (!rows.length) refuse('validation.anyObject');
  }
  for (const [part, ids = []] of Object.entries(parts) as [Part, number[] | undefined][]) {
    const inserted = ids.length ? await insertTargetRows(trx, news, SELECT_PART[part](principal, ids)) : [];
    if (inserted.length !== ids.length) await refuseMissing(trx, principal, part, ids, inserted.length);
    rows.push(...inserted);
  }
  const open = await lockOpenBuildings(trx, listBuildingIds(rows));
  if (listBuildingIds(rows).some((id) => !open.has(id))) refuse('api.noBuilding');
  return {
    buildings: [...new Set(rows.filter((row) => row.porch_id === null).map((row) => row.building_id))],
    porches: [...new Set(rows.flatMap((row) => row.porch_id ?? []))],
  };
}

const PART_OF_KIND = {
  building: 'buildings',
  porch: 'porches',
  floor: 'floors',
  pipe: 'pipes',
  unit: 'units',
} as const satisfies Record<TargetKind, Part>;

/** Recipients of an announcement that the reader may see (NEWS-50, NEWS-51). */
export async function readTarget(
  db: Db,
  principal: Principal,
  { id, for_all_objects }: { id: number; for_all_objects: boolean },
): Promise<AudienceTarget> {
  if (for_all_objects) return { for_all_objects: true };
  const { rows } = await sql<{ kind: TargetKind; ids: number[] }>`select kind, array_agg(place order by place) as ids
    from (select kind, coalesce(unit_id, pipe_id, floor_id, porch_id, building_id) as place from news_targets
      where news_id = ${id} and ${placeInReach(principal, 'news_targets.building_id', 'news_targets.porch_id')}) target
    group by kind order by kind`.execute(db);
  return Object.fromEntries(rows.map(({ kind, ids }) => [PART_OF_KIND[kind], ids]));
}

/** A recipient, with its address. */
export interface Recipient {
  news: number;
  kind: TargetKind;
  building: number;
  street: string;
  number: string;
  /** Number of the entrance; null for a recipient that spans the whole building. */
  porch: number | null;
  /** Number of the floor, name of the riser, number of the flat; null for a whole building or entrance. */
  part: string | null;
  /** Number of all buildings, of those that are recipients as a whole, and of recipients of this kind in this building. */
  houses: number;
  whole: number;
  alike: number;
}

/** Maximum number of buildings, and of flats or risers in a building, that a line names; with more they are counted. */
export const RECIPIENTS_LISTED = { houses: 5, parts: 6 } as const;

/**
 * Recipients of announcements, as far as in reach, by address. Of many buildings, flats and risers only the first are listed,
 * with their number; entrances and floors are all listed, because a line shortens them to «2–9».
 */
export async function selectRecipients(db: Db, principal: Principal, ids: readonly number[]): Promise<Recipient[]> {
  if (!ids.length) return [];
  const { rows } = await sql<Recipient>`select news, kind, building, street, number, porch, part, houses, whole, alike
    from (select placed.*, (max(house) over (partition by news))::int as houses,
        (count(*) filter (where kind = 'building') over (partition by news))::int as whole
      from (select target.news_id as news, target.kind, buildings.id as building, buildings.street, buildings.number,
          porches.number as porch, coalesce(units.label, pipes.name, floors.number::text) as part,
          dense_rank() over (partition by target.news_id
            order by buildings.street, buildings.number_sort, buildings.id) as house,
          row_number() over (partition by target.news_id, buildings.id, target.kind
            order by porches.number, floors.number, pipes.name, units.label_sort, target.id) as place,
          (count(*) over (partition by target.news_id, buildings.id, target.kind))::int as alike
        from news_targets target
        join buildings on buildings.id = target.building_id
        left join porches on porches.id = target.porch_id
        left join floors on floors.id = target.floor_id
        left join pipes on pipes.id = target.pipe_id
        left join units on units.id = target.unit_id
        where target.news_id = any(${[...ids]}::integer[])
          and ${placeInReach(principal, 'target.building_id', 'target.porch_id')}) placed) ranked
    where house <= ${RECIPIENTS_LISTED.houses} and (place <= ${RECIPIENTS_LISTED.parts} or kind in ('porch', 'floor'))
    order by news, house, array_position(array['building', 'porch', 'floor', 'pipe', 'unit'], kind), place`.execute(db);
  return rows;
}

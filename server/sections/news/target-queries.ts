import { type RawBuilder, sql } from 'kysely';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import { lockOpenBuildings } from '#server/access/links.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, buildingWhole, entranceInReach, placeInReach, readScope } from '#server/access/scope.ts';
import type { TargetKind } from '#server/db/tables/news.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';

type Part = Exclude<keyof AudienceTarget, 'for_all_objects'>;
/** A recipient's place. */
type Row = { building_id: number; porch_id: number | null };

const refuse = (message: string): never => {
  throw new FieldsError({ target: [message] });
};

/**
 * Where the recipients of each part of a target are found: those the author may write to. The rows are held until the
 * transaction ends, so that no building is torn down in between.
 */
const FOUND: Readonly<Record<Part, (principal: Principal, ids: readonly number[]) => RawBuilder<unknown>>> = {
  buildings: (principal, ids) => sql`select 'building', id, null::int, null::int, null::int, null::int from buildings
    where id = any(${[...ids]}::integer[]) and ${buildingWhole(principal, 'buildings.id')} for key share of buildings`,
  porches: (principal, ids) => sql`select 'porch', building_id, id, null::int, null::int, null::int from porches
    where id = any(${[...ids]}::integer[]) and ${entranceInReach(principal, 'porches.id')} for key share of porches`,
  floors: (principal, ids) => sql`select 'floor', building_id, porch_id, id, null::int, null::int from floors
    where id = any(${[...ids]}::integer[]) and ${entranceInReach(principal, 'floors.porch_id')} for key share of floors`,
  // A riser without an entrance goes through all of them.
  pipes: (principal, ids) => sql`select 'pipe', building_id, porch_id, null::int, id, null::int from pipes
    where id = any(${[...ids]}::integer[]) and case when porch_id is null
      then ${buildingWhole(principal, 'pipes.building_id')} else ${entranceInReach(principal, 'pipes.porch_id')} end
    for key share of pipes`,
  units: (principal, ids) => sql`select 'unit', building_id, porch_id, null::int, null::int, id from units
    where id = any(${[...ids]}::integer[]) and unit_type = 'flat' and ${entranceInReach(principal, 'units.porch_id')}
    for key share of units`,
};

/** All objects of the author: whole buildings, and the entrances they hold of the others (NEWS-31, NEWS-33). */
const everything = (
  principal: Principal,
) => sql`select 'building', id, null::int, null::int, null::int, null::int from buildings
    where ${buildingWhole(principal, 'buildings.id')}
  union all
  select 'porch', building_id, id, null::int, null::int, null::int from porches
    where ${entranceInReach(principal, 'porches.id')} and not ${buildingWhole(principal, 'porches.building_id')}`;

const buildingsIn = (rows: readonly Row[]): number[] => [...new Set(rows.map((row) => row.building_id))];

async function insert(trx: Db, news: number, source: RawBuilder<unknown>): Promise<readonly Row[]> {
  const { rows } =
    await sql<Row>`insert into news_targets (news_id, kind, building_id, porch_id, floor_id, pipe_id, unit_id)
    select ${news}::integer, found.* from (${source}) found returning building_id, porch_id`.execute(trx);
  return rows;
}

/** Whether one of these risers goes through a building that the author can access only in part: it would reach people beyond their rights. */
async function beyondReach(trx: Db, principal: Principal, pipes: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select 1 from pipes where id = any(${[...pipes]}::integer[]) and porch_id is null
    and ${buildingInReach(principal, 'pipes.building_id')} and not ${buildingWhole(principal, 'pipes.building_id')}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether all these entrances stand, in reach or not. */
async function allStand(trx: Db, porches: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select 1 from porches where id = any(${[...porches]}::integer[])`.execute(trx);
  return rows.length === porches.length;
}

/** Why the author may not write to some of these places. */
async function refuseMissing(trx: Db, principal: Principal, part: Part, ids: readonly number[], foundCount: number) {
  if (part === 'buildings') {
    const reach = await readScope(trx, principal, ids);
    return refuse(ids.every((id) => reach.has(id)) ? 'access.building' : 'api.noBuilding');
  }
  if (part === 'pipes' && (await beyondReach(trx, principal, ids))) return refuse('access.building');
  // An entrance goes with its building; one floor, riser or flat found means that its building was found.
  const buildingGone = foundCount === 0 || (part === 'porches' && !(await allStand(trx, ids)));
  return refuse(buildingGone ? 'api.noBuilding' : 'validation.unknown');
}

/**
 * Writes the recipients of an announcement.
 * @returns where they are: buildings, and the entrances of narrower recipients
 * @throws FieldsError when one of them is unknown, closed or out of the author's reach; the transaction must end then
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
    const targets = await insert(trx, news, everything(principal));
    const open = await lockOpenBuildings(trx, buildingsIn(targets));
    const closed = buildingsIn(targets).filter((id) => !open.has(id));
    if (closed.length) {
      await trx.deleteFrom('news_targets').where('news_id', '=', news).where('building_id', 'in', closed).execute();
    }
    rows.push(...targets.filter((row) => open.has(row.building_id)));
    if (!rows.length) refuse('validation.anyObject');
  }
  for (const [part, ids = []] of Object.entries(parts) as [Part, number[] | undefined][]) {
    const found = ids.length ? await insert(trx, news, FOUND[part](principal, ids)) : [];
    if (found.length !== ids.length) await refuseMissing(trx, principal, part, ids, found.length);
    rows.push(...found);
  }
  const open = await lockOpenBuildings(trx, buildingsIn(rows));
  if (buildingsIn(rows).some((id) => !open.has(id))) refuse('api.noBuilding');
  return {
    buildings: [...new Set(rows.filter((row) => row.porch_id === null).map((row) => row.building_id))],
    porches: [...new Set(rows.flatMap((row) => row.porch_id ?? []))],
  };
}

const PARTS = {
  building: 'buildings',
  porch: 'porches',
  floor: 'floors',
  pipe: 'pipes',
  unit: 'units',
} as const satisfies Record<TargetKind, Part>;

/** The recipients of an announcement, as far as the reader may see (NEWS-50, NEWS-51). */
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
  return Object.fromEntries(rows.map(({ kind, ids }) => [PARTS[kind], ids]));
}

/** A recipient that is shown: its building and its place among the buildings and in it. */
export interface Recipient {
  news: number;
  kind: TargetKind;
  building: number;
  street: string;
  number: string;
  /** Number of the entrance; null for what goes through the whole building. */
  porch: number | null;
  /** Number of the floor, name of the riser, number of the flat; null for a whole building or entrance. */
  part: string | null;
  /** How many buildings there are in all, how many of them as a whole, and how many recipients of the kind in this one. */
  houses: number;
  whole: number;
  alike: number;
}

/** Buildings, and flats or risers of a building, that a line of text names; where there are more, they are counted. */
export const LISTED = { houses: 5, parts: 6 } as const;

/**
 * Recipients in reach of some announcements, by address; of many buildings, flats and risers the first ones, with how many there
 * are. Entrances and floors come all: a line says them as «2–9».
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
    where house <= ${LISTED.houses} and (place <= ${LISTED.parts} or kind in ('porch', 'floor'))
    order by news, house, array_position(array['building', 'porch', 'floor', 'pipe', 'unit'], kind), place`.execute(db);
  return rows;
}

import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { PointedAt } from '#resources/language/title-field.ts';
import type { Principal, Reader } from '#server/access/reader.ts';
import { announcementInReach, anyBuildingInReach, buildingInReach, entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { containsFolded } from './columns.ts';
import { labelExpression, sortedLabel, soughtLabel } from './labels.ts';
import { reachedCondition } from './queries.ts';

/** The definition of a name that is stored generically; null when there is none. */
export type FindGeneric = (name: string) => Resource | null;

/** A record that can be pointed at. */
export interface Pointed {
  id: number;
  label: string;
}

/** A query for records of a section: by id, by part of the label, or by whole labels. */
export type Wanted = { ids: readonly number[] } | { part: string } | { labels: readonly string[] };

/** Records offered while one types. */
const OFFERED = 20;
/** Records of one label that are told apart for an import. */
const OF_LABEL = 3;
/** Records that are looked at for those offered. */
const NEAR = 1_000;

interface Source {
  section: string;
  /** A query of `id` and `label` of what the reader may see. */
  rows(principal: Principal): RawBuilder<unknown>;
}

const BUILT_IN: Readonly<Record<PointedAt, Source>> = {
  cameras: {
    section: 'cameras',
    rows: (principal) => sql`select cameras.id, cameras.name as label from cameras where exists (
      select 1 from camera_buildings links where links.camera_id = cameras.id
      and ${buildingInReach(principal, 'links.building_id')})`,
  },
  employees: {
    section: 'employees',
    rows: () => sql`select users.id, users.last_name || ' ' || users.first_name as label from users
      where users.role in ('admin', 'superuser', 'employee') and users.status != 'deleted'`,
  },
  news: {
    section: 'news',
    rows: (principal) => sql`select news.id, news.title as label from news
      where news.deleted_at is null and news.publish_at is null and ${announcementInReach(principal, 'news.id')}`,
  },
  residents: {
    section: 'residents',
    rows: (principal) => sql`select users.id, users.last_name || ' ' || users.first_name as label from users
      where users.role = 'resident' and users.status != 'deleted' and exists (
        select 1 from residents_units homes join units on units.id = homes.unit_id
        where homes.user_id = users.id and ${entranceInReach(principal, 'units.porch_id')})`,
  },
  'settings-buildings': {
    section: 'buildings',
    rows: (principal) => sql`select buildings.id, buildings.street || ', ' || buildings.number as label from buildings
      where ${buildingInReach(principal, 'buildings.id')}`,
  },
};

function ofDefinition(resource: Resource): Source {
  const label = labelExpression(resource);
  const reach = (principal: Principal) =>
    resource.building === undefined ? sql`true` : anyBuildingInReach(principal, 'records.building_ids');
  return {
    section: resource.section,
    rows: (principal) => sql`select records.id, ${label} as label from records
      where records.resource = ${sql.lit(resource.name)} and records.deleted_at is null and ${reach(principal)}
      and ${reachedCondition(principal, resource) ?? sql`true`}`,
  };
}

function findSource(name: string, generic: FindGeneric): Source | null {
  if (Object.hasOwn(BUILT_IN, name)) return BUILT_IN[name as PointedAt];
  const resource = generic(name);
  return resource && ofDefinition(resource);
}

/** Records of a section that the reader may see; none of a section that is closed to them, or that is not there any more. */
export async function pointedAt(
  db: Db,
  reader: Pick<Reader, 'user' | 'levels'>,
  to: { name: string; generic: FindGeneric },
  query: Wanted,
): Promise<Pointed[]> {
  const source = findSource(to.name, to.generic);
  if (!source || !can(reader.levels, source.section, 'see')) return [];
  const target = sql`(${source.rows(reader)}) target`;
  if ('ids' in query) {
    if (!query.ids.length) return [];
    const ids = [...new Set(query.ids)];
    const result = await sql<Pointed>`select id, label from ${target} where id = any(${ids}::int[])`.execute(db);
    return result.rows;
  }
  if ('labels' in query) {
    const labels = [...new Set(query.labels)];
    const few = sql.lit(OF_LABEL);
    // A few of a label are enough to tell that there are several and which; those of the very same writing come first.
    const result = await sql<Pointed>`select one.id, one.label from unnest(${labels}::text[]) wanted
      cross join lateral (
        (select id, label from ${target}
          where ${soughtLabel(sql`label`)} = ${soughtLabel(sql`wanted`)} and label = wanted limit ${few})
        union
        (select id, label from ${target} where ${soughtLabel(sql`label`)} = ${soughtLabel(sql`wanted`)} limit ${few})
      ) one`.execute(db);
    return result.rows;
  }
  return offered(db, target, query.part.trim());
}

/**
 * Those of the label itself first, then those that hold the part, by label. However many there are, a bounded number of
 * records is looked at: the first of all by label and, where these do not hold the part often enough, some of those that do.
 */
async function offered(db: Db, target: RawBuilder<unknown>, part: string): Promise<Pointed[]> {
  const label = sql<string>`label`;
  const byLabel = sql`order by ${sortedLabel(label)}, id`;
  const few = sql`limit ${sql.lit(OFFERED)}`;
  const ask = async (query: RawBuilder<Pointed>) => (await query.execute(db)).rows;
  if (part === '') return ask(sql`select id, label from ${target} ${byLabel} ${few}`);
  const sought = soughtLabel(label);
  const holds = containsFolded(sought, part);
  const exactMatches = await ask(sql`select id, label from ${target}
    where ${sought} = ${soughtLabel(sql`${part}::text`)} order by id ${few}`);
  const first = sql`(select id, label from ${target} ${byLabel} limit ${sql.lit(NEAR)}) near`;
  let parts = await ask(sql`select id, label from ${first} where ${holds} ${byLabel} ${few}`);
  if (parts.length < OFFERED) {
    const held = sql`(select id, label from ${target} where ${holds} limit ${sql.lit(NEAR)}) held`;
    parts = await ask(sql`select id, label from ${held} ${byLabel} ${few}`);
  }
  const known = new Set(exactMatches.map(({ id }) => id));
  return [...exactMatches, ...parts.filter(({ id }) => !known.has(id))].slice(0, OFFERED);
}

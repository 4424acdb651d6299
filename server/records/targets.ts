import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { ReferenceableSection } from '#resources/language/title-field.ts';
import type { Principal, Reader } from '#server/access/reader.ts';
import { announcementInReach, anyBuildingInReach, buildingInReach, entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { containsFolded } from './columns.ts';
import { labelExpression, searchableLabel, sortedLabel } from './labels.ts';
import { reachedCondition } from './queries.ts';

/** Returns the generically stored definition of a name; null for none. */
export type FindGeneric = (name: string) => Resource | null;

/** A record that a field can refer to. */
export interface TargetRecord {
  id: number;
  label: string;
}

/** A query for records of a section: by ids, by part of a label, or by whole labels. */
export type TargetQuery = { ids: readonly number[] } | { part: string } | { labels: readonly string[] };

/** Records offered as suggestions, at most. */
const SUGGESTIONS_MAX = 20;
/** Records listed per label in an import, at most. */
const PER_LABEL_MAX = 3;
/** Records examined for suggestions, at most. */
const EXAMINED_MAX = 1_000;

interface Source {
  section: string;
  /** SQL query of `id` and `label` of the records that the reader may see. */
  rows(principal: Principal): RawBuilder<unknown>;
}

const BUILT_IN: Readonly<Record<ReferenceableSection, Source>> = {
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

function definitionSource(resource: Resource): Source {
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
  if (Object.hasOwn(BUILT_IN, name)) return BUILT_IN[name as ReferenceableSection];
  const resource = generic(name);
  return resource && definitionSource(resource);
}

/** Records of a section that the reader may see; empty if the section is closed to them or does not exist. */
export async function selectTargets(
  db: Db,
  reader: Pick<Reader, 'user' | 'levels'>,
  to: { name: string; generic: FindGeneric },
  query: TargetQuery,
): Promise<TargetRecord[]> {
  const source = findSource(to.name, to.generic);
  if (!source || !can(reader.levels, source.section, 'see')) return [];
  const target = sql`(${source.rows(reader)}) target`;
  if ('ids' in query) {
    if (!query.ids.length) return [];
    const ids = [...new Set(query.ids)];
    const result = await sql<TargetRecord>`select id, label from ${target} where id = any(${ids}::int[])`.execute(db);
    return result.rows;
  }
  if ('labels' in query) {
    const labels = [...new Set(query.labels)];
    const perLabel = sql.lit(PER_LABEL_MAX);
    // A few per label are enough to report an ambiguity; those spelt exactly like it come first.
    const result = await sql<TargetRecord>`select one.id, one.label from unnest(${labels}::text[]) wanted
      cross join lateral (
        (select id, label from ${target}
          where ${searchableLabel(sql`label`)} = ${searchableLabel(sql`wanted`)} and label = wanted limit ${perLabel})
        union
        (select id, label from ${target} where ${searchableLabel(sql`label`)} = ${searchableLabel(sql`wanted`)} limit ${perLabel})
      ) one`.execute(db);
    return result.rows;
  }
  return suggestTargets(db, target, query.part.trim());
}

/**
 * Suggestions: exact matches first, then labels that contain the query, sorted. Only a bounded number of records is examined: the
 * first by label and, if too few of these match, some matching ones.
 */
async function suggestTargets(db: Db, target: RawBuilder<unknown>, part: string): Promise<TargetRecord[]> {
  const label = sql<string>`label`;
  const byLabel = sql`order by ${sortedLabel(label)}, id`;
  const limit = sql`limit ${sql.lit(SUGGESTIONS_MAX)}`;
  const run = async (query: RawBuilder<TargetRecord>) => (await query.execute(db)).rows;
  if (part === '') return run(sql`select id, label from ${target} ${byLabel} ${limit}`);
  const searchedLabel = searchableLabel(label);
  const isMatch = containsFolded(searchedLabel, part);
  const exactMatches = await run(sql`select id, label from ${target}
    where ${searchedLabel} = ${searchableLabel(sql`${part}::text`)} order by id ${limit}`);
  const first = sql`(select id, label from ${target} ${byLabel} limit ${sql.lit(EXAMINED_MAX)}) near`;
  let matches = await run(sql`select id, label from ${first} where ${isMatch} ${byLabel} ${limit}`);
  if (matches.length < SUGGESTIONS_MAX) {
    const matching = sql`(select id, label from ${target} where ${isMatch} limit ${sql.lit(EXAMINED_MAX)}) held`;
    matches = await run(sql`select id, label from ${matching} ${byLabel} ${limit}`);
  }
  const exactIds = new Set(exactMatches.map(({ id }) => id));
  return [...exactMatches, ...matches.filter(({ id }) => !exactIds.has(id))].slice(0, SUGGESTIONS_MAX);
}

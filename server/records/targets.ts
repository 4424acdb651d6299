import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { type PointedAt, TELLING, titleField } from '#resources/language/title-field.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise } from '#resources/language/words.ts';
import type { Reader } from '#server/access/reader.ts';
import { announcementInReach, anyBuildingInReach, buildingInReach, porchInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { textOf } from './columns.ts';

/** The definition of a name that is stored generically; null when there is none. */
export type FindGeneric = (name: string) => Resource | null;

/** A record that can be pointed at. */
export interface Pointed {
  id: number;
  label: string;
}

/** What is asked of a section: some of its records by id, those whose label holds a part, or those of whole labels. */
export type Wanted = { ids: readonly number[] } | { part: string } | { labels: readonly string[] };

/** Records offered while one types. */
const OFFERED = 20;

type Holder = { readonly user: number };
interface Source {
  section: string;
  /** A query of `id` and `label` of what the holder may see. */
  rows(holder: Holder): RawBuilder<unknown>;
}

const BUILT_IN: Readonly<Record<PointedAt, Source>> = {
  cameras: {
    section: 'cameras',
    rows: (holder) => sql`select cameras.id, cameras.name as label from cameras where exists (
      select 1 from camera_buildings links where links.camera_id = cameras.id
      and ${buildingInReach(holder, 'links.building_id')})`,
  },
  employees: {
    section: 'employees',
    rows: () => sql`select users.id, users.last_name || ' ' || users.first_name as label from users
      where users.role in ('admin', 'superuser', 'employee') and users.status != 'deleted'`,
  },
  news: {
    section: 'news',
    rows: (holder) => sql`select news.id, news.title as label from news
      where news.deleted_at is null and ${announcementInReach(holder, 'news.id')}`,
  },
  residents: {
    section: 'residents',
    rows: (holder) => sql`select users.id, users.last_name || ' ' || users.first_name as label from users
      where users.role = 'resident' and users.status != 'deleted' and exists (
        select 1 from residents_units homes join units on units.id = homes.unit_id
        where homes.user_id = users.id and ${porchInReach(holder, 'units.porch_id')})`,
  },
  'settings-buildings': {
    section: 'buildings',
    rows: (holder) => sql`select buildings.id, buildings.street || ', ' || buildings.number as label from buildings
      where ${buildingInReach(holder, 'buildings.id')}`,
  },
};

function ofDefinition(resource: Resource): Source {
  const title = titleField(resource);
  const field = title === null ? undefined : resource.fields[title];
  const nameless = sql`${sql.lit(`${capitalise(resource.words.one)} `)} || records.id`;
  const label =
    field && title !== null && TELLING.has(field.kind)
      ? sql`coalesce(nullif(${textOf(wireName(title, field))}, ''), ${nameless})`
      : nameless;
  const reach = (holder: Holder) =>
    resource.building === undefined ? sql`true` : anyBuildingInReach(holder, 'records.building_ids');
  return {
    section: resource.section,
    rows: (holder) => sql`select records.id, ${label} as label from records
      where records.resource = ${sql.lit(resource.name)} and records.deleted_at is null and ${reach(holder)}`,
  };
}

function sourceOf(name: string, generic: FindGeneric): Source | null {
  if (Object.hasOwn(BUILT_IN, name)) return BUILT_IN[name as PointedAt];
  const resource = generic(name);
  return resource && ofDefinition(resource);
}

/** Records of a section that the reader may see; none of a section that is closed to him, or that is not there any more. */
export async function pointedAt(
  db: Db,
  reader: Pick<Reader, 'user' | 'levels'>,
  to: { name: string; generic: FindGeneric },
  wanted: Wanted,
): Promise<Pointed[]> {
  const source = sourceOf(to.name, to.generic);
  if (!source || !can(reader.levels, source.section, 'see')) return [];
  const target = sql`(${source.rows(reader)}) target`;
  if ('ids' in wanted) {
    if (!wanted.ids.length) return [];
    const ids = [...new Set(wanted.ids)];
    const found = await sql<Pointed>`select id, label from ${target} where id = any(${ids}::int[])`.execute(db);
    return found.rows;
  }
  if ('labels' in wanted) {
    const labels = [...new Set(wanted.labels)];
    const found = await sql<Pointed>`select id, label from ${target}
      where fold(label) in (select fold(one) from unnest(${labels}::text[]) one)`.execute(db);
    return found.rows;
  }
  const part = wanted.part.trim().replace(/[\\%_]/g, (mark) => `\\${mark}`);
  const whole = sql`(fold(label) = fold(${wanted.part.trim()}::text))`;
  const found =
    await sql<Pointed>`select id, label from ${target} where fold(label) like '%' || fold(${part}::text) || '%'
    order by ${whole} desc, label collate russian, id limit ${OFFERED}`.execute(db);
  return found.rows;
}

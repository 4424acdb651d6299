import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** The low part of a version is about the linked cameras, the rest counts the saves. */
const LINKS = 2 ** 32;

/**
 * What a manager has seen of the settings of a building, as one number: how often they were saved, and which cameras are
 * linked, for those are linked on the page of the cameras, too. Of `buildings`.
 */
export const VERSION = sql<number>`(buildings.settings_version * ${LINKS}::float8 + coalesce((
  select (hashtext(string_agg(camera_id::text, ',' order by camera_id))::bigint + ${LINKS}::bigint) % ${LINKS}::bigint
  from camera_buildings where camera_buildings.building_id = buildings.id), 0))::float8`;

/**
 * Whether somebody changed what is about to be saved since it was seen. Links of cameras count only for who saves them.
 * Asked once the building is locked and the cameras have been read: a link that comes later is not overwritten.
 */
export async function isOutdated(trx: Db, building: number, seen: number, withCameras: boolean): Promise<boolean> {
  const { version } = await trx
    .selectFrom('buildings')
    .where('id', '=', building)
    .select(VERSION.as('version'))
    .executeTakeFirstOrThrow();
  return withCameras ? version !== seen : Math.floor(version / LINKS) !== Math.floor(seen / LINKS);
}

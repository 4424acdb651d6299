import type { Principal } from '#server/access/reader.ts';
import { buildingInReach } from '#server/access/scope.ts';
import type { BookletsTable } from '#server/db/tables/news.ts';
import type { Db } from '#server/db/tables.ts';

/** Booklets shown for a building in reach; `only` narrows it to some buildings. */
function visible(db: Db, principal: Principal, only: readonly number[] | null = null) {
  return db.selectFrom('booklets').where(({ exists, selectFrom }) =>
    exists(
      selectFrom('booklet_buildings')
        .whereRef('booklet_buildings.booklet_id', '=', 'booklets.id')
        .where(buildingInReach(principal, 'booklet_buildings.building_id'))
        .$if(only !== null, (query) => query.where('booklet_buildings.building_id', 'in', [...(only ?? [])]))
        .select('booklet_buildings.booklet_id'),
    ),
  );
}

/** A booklet as it is stored, its cover by file id. */
export interface BookletRow {
  id: number;
  title: string;
  subtype: BookletsTable['subtype'];
  duration: number | null;
  cover_file_id: number;
}

const COLUMNS = ['id', 'title', 'subtype', 'duration', 'cover_file_id'] as const;

/** Booklets of the reader's buildings, the newest first (STORY-01). */
export function listBooklets(db: Db, principal: Principal, only: readonly number[] | null): Promise<BookletRow[]> {
  return visible(db, principal, only)
    .select([...COLUMNS])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One booklet. @returns null when it is shown for no building in reach */
export async function oneBooklet(db: Db, principal: Principal, id: number): Promise<BookletRow | null> {
  const row = await visible(db, principal)
    .where('id', '=', id)
    .select([...COLUMNS])
    .executeTakeFirst();
  return row ?? null;
}

/** Frames of a booklet in their order. */
export function selectFrames(db: Db, booklet: number) {
  return db
    .selectFrom('booklet_frames')
    .where('booklet_id', '=', booklet)
    .select(['id', 'title', 'description', 'duration', 'background_type', 'file_id'])
    .orderBy('place')
    .execute();
}

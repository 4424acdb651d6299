import type { Principal } from '#server/access/reader.ts';
import { buildingInReach } from '#server/access/scope.ts';
import type { BookletsTable } from '#server/db/tables/news.ts';
import type { Db } from '#server/db/tables.ts';

/** Query of booklets shown for a building in reach. @param buildings only booklets of these buildings */
function selectVisible(db: Db, principal: Principal, buildings: readonly number[] | null = null) {
  return db.selectFrom('booklets').where(({ exists, selectFrom }) =>
    exists(
      selectFrom('booklet_buildings')
        .whereRef('booklet_buildings.booklet_id', '=', 'booklets.id')
        .where(buildingInReach(principal, 'booklet_buildings.building_id'))
        .$if(buildings !== null, (query) => query.where('booklet_buildings.building_id', 'in', [...(buildings ?? [])]))
        .select('booklet_buildings.booklet_id'),
    ),
  );
}

/** A stored booklet; its cover is a file id. */
export interface BookletRow {
  id: number;
  title: string;
  subtype: BookletsTable['subtype'];
  duration: number | null;
  cover_file_id: number;
}

const COLUMNS = ['id', 'title', 'subtype', 'duration', 'cover_file_id'] as const;

/** Booklets of the reader's buildings, newest first (STORY-01). */
export function listBooklets(db: Db, principal: Principal, buildings: readonly number[] | null): Promise<BookletRow[]> {
  return selectVisible(db, principal, buildings)
    .select([...COLUMNS])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One booklet. @returns null if it is shown for no building in reach */
export async function findBooklet(db: Db, principal: Principal, id: number): Promise<BookletRow | null> {
  const row = await selectVisible(db, principal)
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

import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from './addresses.ts';
import { filesById } from './queries.ts';

/**
 * Pictures of some people, looked up at once.
 * @returns the address of a picture by its file id; null for who has none
 */
export async function portraits(
  db: Db,
  reader: Reader,
  people: readonly { avatar_file_id: number | null }[],
): Promise<(file: number | null) => string | null> {
  const ids = [...new Set(people.flatMap(({ avatar_file_id }) => avatar_file_id ?? []))];
  const files = ids.length ? await filesById(db, ids) : new Map<number, never>();
  return (id) => {
    const file = id === null ? undefined : files.get(id);
    const shown = file && shownFile(reader, file);
    return shown ? (shown.medium ?? shown.s3_file).file : null;
  };
}

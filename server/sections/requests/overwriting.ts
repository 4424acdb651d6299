import { isDeepStrictEqual } from 'node:util';
import type { TaskPatch, TaskWas } from '#resources/protocol/requests/tasks.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { cardRows } from './card-queries.ts';
import { findLastChange } from './history-queries.ts';
import type { StoredTask } from './write-queries.ts';

const FIELDS = ['description', 'service', 'place'] as const;
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

/** Where a request lies, as its form compares it. */
async function placeNow(trx: Db, { id, building }: StoredTask): Promise<TaskWas['place']> {
  const [card] = await cardRows(trx, [id]);
  const sortedIds = (list: readonly { id: number }[] = []) => sorted(list.map((one) => one.id));
  return { building, porches: sortedIds(card?.porches), floors: sortedIds(card?.floors) };
}

/**
 * Refuses to overwrite what was changed since the form was opened.
 * @throws ApiError record_changed, with the author and time of the change
 */
export async function refuseOverwriting(
  trx: Db,
  before: StoredTask,
  { was, information, service }: Pick<TaskPatch, 'was' | 'information' | 'service'>,
): Promise<void> {
  if (!was) return;
  const place = was.place && { ...was.place, porches: sorted(was.place.porches), floors: sorted(was.place.floors) };
  const seenValues: TaskWas = { ...was, ...(place ? { place } : {}) };
  const now: TaskWas = {
    description: before.description,
    service: before.service,
    ...(place ? { place: await placeNow(trx, before) } : {}),
  };
  const wished = { description: information?.description, service, place: undefined };
  const changed = FIELDS.filter(
    // A wished value that is already stored is no conflict.
    (name) =>
      seenValues[name] !== undefined && !isDeepStrictEqual(seenValues[name], now[name]) && now[name] !== wished[name],
  );
  if (changed.length) throw new ApiError('record_changed', { changed: await findLastChange(trx, before.id, changed) });
}

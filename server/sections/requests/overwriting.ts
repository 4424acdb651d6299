import { isDeepStrictEqual } from 'node:util';
import type { TaskOriginal, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { cardRows } from './card-queries.ts';
import { findLastChange } from './history-queries.ts';
import type { StoredTask } from './write-queries.ts';

const FIELDS = ['description', 'service', 'place'] as const;
const sortIds = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

/** Current place of a request, in the shape in which the form sends it. */
async function findCurrentPlace(trx: Db, { id, building }: StoredTask): Promise<TaskOriginal['place']> {
  const [card] = await cardRows(trx, [id]);
  const listIds = (list: readonly { id: number }[] = []) => sortIds(list.map((item) => item.id));
  return { building, porches: listIds(card?.porches), floors: listIds(card?.floors) };
}

/**
 * Refuses to overwrite what was changed since the form was opened.
 * @throws ApiError record_changed, with the author and time of the change
 */
export async function refuseOverwritingRequest(
  trx: Db,
  before: StoredTask,
  { was, information, service }: Pick<TaskPatch, 'was' | 'information' | 'service'>,
): Promise<void> {
  if (!was) return;
  const place = was.place && { ...was.place, porches: sortIds(was.place.porches), floors: sortIds(was.place.floors) };
  const seenValues: TaskOriginal = { ...was, ...(place ? { place } : {}) };
  const currentValues: TaskOriginal = {
    description: before.description,
    service: before.service,
    ...(place ? { place: await findCurrentPlace(trx, before) } : {}),
  };
  const requestedValues = { description: information?.description, service, place: undefined };
  const changed = FIELDS.filter(
    // A requested value that is already stored is no conflict.
    (name) =>
      seenValues[name] !== undefined &&
      !isDeepStrictEqual(seenValues[name], currentValues[name]) &&
      currentValues[name] !== requestedValues[name],
  );
  if (changed.length) throw new ApiError('record_changed', { changed: await findLastChange(trx, before.id, changed) });
}

import type { Resource } from '#resources/language/define-resource.ts';
import type { HeldLevel } from '#resources/language/field-levels.ts';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { recordKey } from './deletion.ts';

/** Whether open consoles show changes of others at once: on a board and a calendar; a table is fetched again when it is opened. */
const isShownLive = ({ list }: Resource): boolean => list.layout === 'board' || list.layout === 'calendar';

/**
 * Tells the open consoles of the readers that records were written, where a board or a calendar shows them: which cards there are, and on
 * which day a record stands, changes by a form, not by a move.
 * @param levelOf the least level of people to whom the write of a record shows
 */
export async function tellWritten(
  bus: Bus<Topics>,
  trx: Db,
  resource: Resource,
  ids: readonly number[],
  levelOf: (id: number) => HeldLevel = () => 'read',
): Promise<void> {
  if (!ids.length || !isShownLive(resource)) return;
  const told = ids.map((id) => ({ section: resource.name, id, level: levelOf(id) }));
  await bus.publishAll(trx, 'record-moved', told);
}

/** The same of records of several sections, by their keys (`recordKey`): those that were deleted or brought back together. */
export async function tellKeys(
  bus: Bus<Topics>,
  trx: Db,
  resources: readonly Resource[],
  keys: Iterable<string>,
): Promise<void> {
  const all = new Set(keys);
  for (const resource of new Map(resources.map((one) => [one.name, one])).values()) {
    const prefix = recordKey(resource, '');
    const ids = [...all].flatMap((key) => (key.startsWith(prefix) ? Number(key.slice(prefix.length)) : []));
    await tellWritten(bus, trx, resource, ids);
  }
}

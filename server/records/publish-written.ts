import type { Resource } from '#resources/language/define-resource.ts';
import type { ReaderLevel } from '#resources/language/field-levels.ts';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { recordKey } from './deletion.ts';

/** Whether open consoles show changes of others at once, as boards and calendars do; a table is refetched when opened. */
const isShownLive = ({ list }: Resource): boolean => list.layout === 'board' || list.layout === 'calendar';

/**
 * Publishes that records were written if their section is shown as a board or calendar, because form edits also add cards and
 * change days.
 * @param levelOf the lowest level that can see the change
 */
export async function publishWritten(
  bus: Bus<Topics>,
  trx: Db,
  resource: Resource,
  ids: readonly number[],
  levelOf: (id: number) => ReaderLevel = () => 'read',
): Promise<void> {
  if (!ids.length || !isShownLive(resource)) return;
  const messages = ids.map((id) => ({ section: resource.name, id, level: levelOf(id) }));
  await bus.publishAll(trx, 'record-moved', messages);
}

/** Like `publishWritten` for records of several sections, given by `recordKey`; used after cascading deletes and restores. */
export async function publishWrittenByKey(
  bus: Bus<Topics>,
  trx: Db,
  resources: readonly Resource[],
  keys: Iterable<string>,
): Promise<void> {
  const all = new Set(keys);
  for (const resource of new Map(resources.map((one) => [one.name, one])).values()) {
    const prefix = recordKey(resource, '');
    const ids = [...all].flatMap((key) => (key.startsWith(prefix) ? Number(key.slice(prefix.length)) : []));
    await publishWritten(bus, trx, resource, ids);
  }
}

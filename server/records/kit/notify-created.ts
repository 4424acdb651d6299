import type { Section } from '#resources/language/access.ts';
import { buildCreateNotice, type NoticeDefinition } from '#resources/language/notices.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { type Places, publishNotification } from '#server/live/publish.ts';

/** A section that may notify people of its records. */
export type NotifyingSection = NoticeDefinition & { readonly section: Section };

/** A new record, as needed for notifications. */
interface NewRecord {
  id: number;
  /** Its values, by wire name. */
  values: Readonly<Record<string, unknown>>;
  /** Its buildings and entrances. */
  places: Places | undefined;
  /** User id of the author. */
  sender: number;
}

/** Notifies people who have the places of a new record, if the definition says so (`notices`). Call it in the transaction. */
export async function notifyCreated(
  { bus }: Pick<ServerContext, 'bus'>,
  trx: Db,
  definition: NotifyingSection,
  { id, values, places, sender }: NewRecord,
): Promise<void> {
  const notice = buildCreateNotice(definition, values);
  if (!notice) return;
  if (!places) throw new Error(`Nobody said where the new record ${id} lies, of which others are to be told`);
  const { section } = definition;
  await publishNotification(bus, trx, { ...notice, section, ref: id, sender, to: { places } });
}

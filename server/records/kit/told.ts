import type { Section } from '#resources/language/access.ts';
import { createdNotice, type Telling } from '#resources/language/notices.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { type Places, publishNotification } from '#server/live/publish.ts';

/** A section that may tell of its records. */
export type TellingSection = Telling & { readonly section: Section };

/** A new record, as far as others are told of it. */
interface NewRecord {
  id: number;
  /** Its values, by wire names. */
  values: Readonly<Record<string, unknown>>;
  /** Where it lies. */
  places: Places | undefined;
  /** The author. */
  sender: number;
}

/**
 * Notifies people who hold the places of a new record, where the definition says so (`notices`). Call it in the
 * transaction.
 */
export async function tellCreated(
  { bus }: Pick<ServerContext, 'bus'>,
  trx: Db,
  definition: TellingSection,
  { id, values, places, sender }: NewRecord,
): Promise<void> {
  const notice = createdNotice(definition, values);
  if (!notice) return;
  if (!places) throw new Error(`Nobody said where the new record ${id} lies, of which others are to be told`);
  const { section } = definition;
  await publishNotification(bus, trx, { ...notice, section, ref: id, sender, to: { places } });
}

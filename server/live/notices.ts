import type { NotificationSubtype } from '#resources/protocol/notifications.ts';
import type { ComplaintsTable } from '#server/db/tables/operations.ts';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from './bus.ts';
import { type Places, publishNotification } from './publish.ts';
import type { Topics } from './topics.ts';

/**
 * Functions that publish the notifications of sections; see `publishNotification` for when to call them. `sender` is the author.
 * New records are announced by their definitions (`server/records/kit/notify-created.ts`), stories by a database trigger
 * (`0033-stories-told.ts`).
 */
type PublishNotice<Thing> = (bus: Bus<Topics>, trx: Db, sender: number, thing: Thing) => Promise<void>;

/** A resident filed a complaint, thanks or an idea; it belongs to one entrance. */
export const notifyComplaint: PublishNotice<{
  id: number;
  type: ComplaintsTable['type'];
  description: string;
  porch: number;
}> = (bus, trx, sender, { id, type, description, porch }) =>
  publishNotification(bus, trx, {
    type: 'complaint',
    subtype: type,
    section: 'chats',
    message: description,
    ref: id,
    sender,
    to: { places: { buildings: [], porches: [porch] } },
  });

/** A chat message was sent; `people` are the recipients, `topic` its name as they see it (`chat_id` of a link). */
export const notifyChatMessage: PublishNotice<{ topic: string; text: string; people: readonly number[] }> = (
  bus,
  trx,
  sender,
  { topic, text, people },
) =>
  publishNotification(bus, trx, {
    type: 'chat',
    subtype: 'message',
    section: 'chats',
    message: text,
    ref: topic,
    sender,
    to: { people },
  });

/** A request was created, started, done or cancelled. `places`: its building or its entrances. */
export const notifyRequestMoved: PublishNotice<{
  id: number;
  subtype: NotificationSubtype<'task'>;
  description: string;
  places: Places;
}> = (bus, trx, sender, { id, subtype, description, places }) =>
  publishNotification(bus, trx, {
    type: 'task',
    subtype,
    section: 'tasks',
    message: description,
    ref: id,
    sender,
    to: { places },
  });

import type { Section } from '#resources/language/access.ts';
import type { NotificationSubtype, NotificationType } from '#resources/protocol/notifications.ts';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from './bus.ts';
import { insertNotifications } from './queries.ts';
import type { Topics } from './topics.ts';

/** Where the thing lies: a building is told to holders of any of its entrances, an entrance to its holders. */
export interface Places {
  buildings: readonly number[];
  porches: readonly number[];
}

type Kind = { [Type in NotificationType]: { type: Type; subtype: NotificationSubtype<Type> } }[NotificationType];

/** Notifications to other members of staff (NOTIF-*). */
export type Notice = Kind & {
  /** Its subject; cut to `MESSAGE_MAX` characters. */
  message: string;
  /** Title of the section, of a record of an added section. */
  about?: string;
  /** Id of the thing; for a chat message the topic's name. */
  ref: string | number;
  /** The author; never told. Null for what the server does by itself. */
  sender: number | null;
  /** People that cannot see this section are not told. */
  section: Section;
  /** The recipients: by the entrances they hold, by name, by both, or all readers of the section. */
  to: { places: Places } | { people: readonly number[]; places?: Places } | 'everybody';
};

/** Characters of a message: a toast shows two lines, and cloud push carries 4 KB. */
export const MESSAGE_MAX = 300;

/**
 * Tells the other members of staff of something. Call it in the transaction of the write: when that commits, every
 * process sends it to its listeners, asking their rights anew, and one hands it to the cloud; when it does not, nothing
 * is sent.
 *
 * ```ts
 * await publishNotification(bus, trx, { type: 'camera', subtype: 'create', section: 'cameras', message: camera.name,
 *   ref: camera.id, sender: reader.user, to: { places: { buildings: camera.buildings, porches: [] } } });
 * ```
 * `server/live/notices.ts` has a function for each thing there is to tell.
 */
export async function publishNotification(bus: Bus<Topics>, trx: Db, notice: Notice): Promise<void> {
  const { type, subtype, section, sender, to } = notice;
  const places = typeof to === 'object' ? (to.places ?? null) : null;
  const people = typeof to === 'object' && 'people' in to ? [...new Set(to.people)] : [null];
  const base = {
    type,
    subtype,
    section,
    sender_id: sender,
    message: short(notice.message),
    ref: String(notice.ref),
    ...(notice.about === undefined ? {} : { about: notice.about }),
    building_ids: places && [...places.buildings],
    porch_ids: places && [...places.porches],
  };
  const rows = people.filter((person) => person !== sender).map((recipient_id) => ({ ...base, recipient_id }));
  const ids = await insertNotifications(trx, sender, rows);
  await bus.publishAll(
    trx,
    'notification',
    ids.map((id) => ({ id })),
  );
}

function short(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ').trim()];
  return characters.length <= MESSAGE_MAX ? characters.join('') : `${characters.slice(0, MESSAGE_MAX - 1).join('')}…`;
}

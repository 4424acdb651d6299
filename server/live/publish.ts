import type { Section } from '#resources/language/access.ts';
import type { NotificationSubtype, NotificationType } from '#resources/protocol/notifications.ts';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from './bus.ts';
import { insertNotifications } from './queries.ts';
import type { Topics } from './topics.ts';

/** Places of the subject: a building concerns everybody with access to any of its entrances, an entrance only its own people. */
export interface Places {
  buildings: readonly number[];
  porches: readonly number[];
}

type NotificationKind = {
  [Type in NotificationType]: { type: Type; subtype: NotificationSubtype<Type> };
}[NotificationType];

/** A notification to other members of staff (NOTIF-*). */
export type NewNotification = NotificationKind & {
  /** Text of the notification; cut to the maximum length. */
  message: string;
  /** Title of the section, for records of added sections. */
  about?: string;
  /** Id of the subject; for a chat message the topic's name. */
  ref: string | number;
  /** The author, who is never notified; null for the server itself. */
  sender: number | null;
  /** People who cannot see this section are not notified. */
  section: Section;
  /** Recipients: by their entrances, by id, by both, or everybody who can read the section. */
  to: { places: Places } | { people: readonly number[]; places?: Places } | 'everybody';
};

/** Maximum length of a notification text, characters: a toast shows two lines, and cloud push carries 4 KB. */
export const NOTIFICATION_TEXT_MAX = 300;

/**
 * Notifies other members of staff. Call it in the transaction of the write: on commit every process sends it to its sockets,
 * checking rights again, and one process sends it to the cloud; on rollback nothing is sent.
 *
 * ```ts
 * await publishNotification(bus, trx, { type: 'camera', subtype: 'create', section: 'cameras', message: camera.name,
 *   ref: camera.id, sender: reader.user, to: { places: { buildings: camera.buildings, porches: [] } } });
 * ```
 * `server/live/notices.ts` has a function for each kind of notification.
 */
export async function publishNotification(bus: Bus<Topics>, trx: Db, notice: NewNotification): Promise<void> {
  const { type, subtype, section, sender, to } = notice;
  const places = typeof to === 'object' ? (to.places ?? null) : null;
  const people = typeof to === 'object' && 'people' in to ? [...new Set(to.people)] : [null];
  const sharedValues = {
    type,
    subtype,
    section,
    sender_id: sender,
    message: shorten(notice.message),
    ref: String(notice.ref),
    ...(notice.about === undefined ? {} : { about: notice.about }),
    building_ids: places && [...places.buildings],
    porch_ids: places && [...places.porches],
  };
  const rows = people.filter((person) => person !== sender).map((recipient_id) => ({ ...sharedValues, recipient_id }));
  const ids = await insertNotifications(trx, sender, rows);
  await bus.publishAll(
    trx,
    'notification',
    ids.map((id) => ({ id })),
  );
}

function shorten(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ').trim()];
  return characters.length <= NOTIFICATION_TEXT_MAX
    ? characters.join('')
    : `${characters.slice(0, NOTIFICATION_TEXT_MAX - 1).join('')}…`;
}

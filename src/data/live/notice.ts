import type { NotificationItem } from '#resources/protocol/notifications.ts';

/** A notification prepared for a toast (NOTIF-01). */
export interface Notice {
  id: string;
  message: string;
  ref: string;
  /** The author of the event; `sent_by` on the wire. */
  sentBy: string;
  /** `news`, `task`, …; the server may add more (NOTIF-10). */
  type: string;
  /** Title of the section, for records of added sections. */
  about?: string;
  /** `canceled` for a request with the status `done` and the resolution `canceled`. */
  subtype: string;
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Decodes a notification: JSON of the socket, or the `data` of a cloud push, in which all values are text.
 * @returns null without an id, which is needed to remove it and to detect duplicates
 */
export function readNotice(wire: unknown): Notice | null {
  if (typeof wire !== 'object' || wire === null) return null;
  const item = wire as Partial<Record<keyof NotificationItem, unknown>>;
  const id = toText(item.id);
  if (!id) return null;
  return {
    id,
    message: toText(item.message),
    ref: toText(item.ref),
    sentBy: toText(item.sent_by),
    type: toText(item.type),
    ...(item.about === undefined ? {} : { about: toText(item.about) }),
    subtype: item.type === 'task' && item.resolution === 'canceled' ? 'canceled' : toText(item.subtype),
  };
}

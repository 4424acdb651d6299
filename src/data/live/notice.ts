import type { NotificationItem } from '#resources/protocol/notifications.ts';

/** A notification as a toast shows it (NOTIF-01). */
export interface Notice {
  id: string;
  message: string;
  ref: string;
  /** The author of the event; `sent_by` on the wire. */
  sentBy: string;
  /** `news`, `task`, … ; others may come (NOTIF-10). */
  type: string;
  /** Title of the section, of a record of an added section. */
  about?: string;
  /** `canceled` for a request that the server calls `done` with that resolution. */
  subtype: string;
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Reads a message of a channel: JSON of the socket, or the `data` of a cloud push, where all values are text.
 * @returns null for what is no notification: without an id it could neither be removed nor told from another one
 */
export function readNotice(wire: unknown): Notice | null {
  if (typeof wire !== 'object' || wire === null) return null;
  const item = wire as Partial<Record<keyof NotificationItem, unknown>>;
  const id = asText(item.id);
  if (!id) return null;
  return {
    id,
    message: asText(item.message),
    ref: asText(item.ref),
    sentBy: asText(item.sent_by),
    type: asText(item.type),
    ...(item.about === undefined ? {} : { about: asText(item.about) }),
    subtype: item.type === 'task' && item.resolution === 'canceled' ? 'canceled' : asText(item.subtype),
  };
}

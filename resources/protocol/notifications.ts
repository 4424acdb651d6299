import * as z from 'zod';
import { READ_IDS_MAX } from './notice-bounds.ts';

/** Types of notifications with the subtypes of each (notifications.md). */
export const NOTIFICATION_KINDS = {
  news: ['info', 'accident', 'alert', 'report', 'warn', 'adv'],
  complaint: ['complaint', 'appreciation', 'suggestion'],
  chat: ['message'],
  booklet: ['rules', 'safety', 'muni', 'domcom'],
  camera: ['create'],
  /** `canceled` is stored and shown as such; on the wire it is `done`, because the specification calls every end `done`. */
  task: ['created', 'in_progress', 'done', 'canceled'],
  /** A record of an added section (ours). */
  record: ['created', 'changed', 'moved', 'commented', 'due'],
} as const;
export type NotificationType = keyof typeof NOTIFICATION_KINDS;
export type NotificationSubtype<Type extends NotificationType = NotificationType> =
  (typeof NOTIFICATION_KINDS)[Type][number];

/**
 * A notification as sent over the socket and, with all values as text, in the `data` of a cloud push. The same notification may
 * arrive by both and again after `since`, so clients deduplicate by `id`. The toast's text is built from `type`, `subtype` and
 * `sent_by`.
 */
const notificationItem = z.object({
  id: z.number().int(),
  /** Subject: title of the announcement, text of the request, beginning of the message. */
  message: z.string(),
  /** Id of the object; for a chat message the topic name (NOTIF-08, G-45). */
  ref: z.string(),
  /** First and last name of the sender. */
  sent_by: z.string(),
  /** A `NotificationType`; clients must accept unknown ones (NOTIF-10). */
  type: z.string(),
  subtype: z.string(),
  /** Title of the section, only for a record of an added section, whose `ref` is the path of its card (ours). */
  about: z.string().optional(),
  /** Ours: the resolution of a request that is done. */
  resolution: z.literal('canceled').optional(),
  /** ISO in UTC. */
  at: z.string(),
});
export type NotificationItem = z.output<typeof notificationItem>;

/**
 * `GET /api/authorized/notifications/?before=` (ours, `notices`): notifications of the last 30 days that the reader may still
 * see, newest first. `unread`: number of all unread ones, at most `UNREAD_MAX`. `before`: id for the next page; null at the
 * end.
 */
export const noticesAnswer = z.object({
  results: z.array(notificationItem.extend({ is_read: z.boolean() })),
  unread: z.number().int(),
  before: z.number().int().nullable(),
});
export type NoticesAnswer = z.output<typeof noticesAnswer>;

const noticeId = z.number().int().min(1).max(2_147_483_647);

/** `POST /api/authorized/notifications/read/` (ours): marks single notifications as read, or all up to one. */
export const noticesRead = z.union([
  z.object({ ids: z.array(noticeId).min(1).max(READ_IDS_MAX) }),
  z.object({ until: noticeId }),
]);

/** Frames that the server sends to `/ws/notifications`, as JSON text. */
const liveMessage = z.discriminatedUnion('type', [
  /** The first frame. `last`: id of the newest notification, for the first `since`; 0 if there is none. */
  z.object({ type: z.literal('welcome'), user: z.number().int(), last: z.number().int() }),
  z.object({ type: z.literal('notification'), notification: notificationItem }),
  /** Sent right before a close with `CLOSE.accessChanged`: fetch the rights again, then reconnect. */
  z.object({ type: z.literal('access-changed') }),
  /** The added sections have changed: fetch `GET /resources/definitions/` again. */
  z.object({ type: z.literal('definitions-changed') }),
  /**
   * A record has changed its state or, in a section with a calendar, was changed: open lists of the section refetch it (ours,
   * `moves` and `calendar`). `section`: name of the definition.
   */
  z.object({ type: z.literal('record-moved'), section: z.string(), id: z.number().int() }),
  /** Shift notes or hand-overs have changed: fetch `GET /api/crm/shift/` again (ours, `shift`). */
  z.object({ type: z.literal('shift-changed') }),
]);
export type LiveMessage = z.output<typeof liveMessage>;

/**
 * A client frame "I have received everything up to `id`"; the server sends later notifications, at most those of the last hour.
 */
export const sinceMessage = z.object({ type: z.literal('since'), id: z.number().int().min(0).max(2_147_483_647) });

/** `POST /api/authorized/socket-tickets/`: a ticket for opening one socket (`?ticket=`), valid for `expires_in` seconds. */
export const socketTicket = z.object({ ticket: z.string(), expires_in: z.number().int() });

/** `POST /api/authorized/devices/` (SHELL-39): a browser that receives cloud push. */
export const deviceBody = z.object({
  registration_id: z
    .string({ error: 'validation.required' })
    .min(1, 'validation.required')
    .max(4096, 'validation.tooLong')
    .regex(/^[\x21-\x7e]+$/, 'validation.text'),
  type: z.enum(['web'], { error: 'validation.choice' }),
});

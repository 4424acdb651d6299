import * as z from 'zod';
import { READ_MOST } from './notice-bounds.ts';

/** Topics of notifications, and the kinds of each (notifications.md). */
export const NOTIFICATION_KINDS = {
  news: ['info', 'accident', 'alert', 'report', 'warn', 'adv'],
  complaint: ['complaint', 'appreciation', 'suggestion'],
  chat: ['message'],
  booklet: ['rules', 'safety', 'muni', 'domcom'],
  camera: ['create'],
  /** `canceled` is kept and shown as such; the documents call every end `done`, and so does the wire. */
  task: ['created', 'in_progress', 'done', 'canceled'],
  /** A record of an added section (ours). */
  record: ['created', 'changed', 'moved', 'commented', 'due'],
} as const;
export type NotificationType = keyof typeof NOTIFICATION_KINDS;
export type NotificationSubtype<Type extends NotificationType = NotificationType> =
  (typeof NOTIFICATION_KINDS)[Type][number];

/**
 * A notification as it comes over the socket and, all values as text, in the `data` of a cloud push. The same one may
 * come by both, and again after `since`: `id` tells. The toast's sentence is made of `type`, `subtype` and `sent_by`.
 */
const notificationItem = z.object({
  id: z.number().int(),
  /** Its subject: the announcement's title, the request's text, the first words of a message. */
  message: z.string(),
  /** The thing's id; for a chat message the topic's name (NOTIF-08, G-45). */
  ref: z.string(),
  /** First and last name of the sender. */
  sent_by: z.string(),
  /** A `NotificationType`; others may come one day (NOTIF-10). */
  type: z.string(),
  subtype: z.string(),
  /** Title of the section, of a record of an added section, whose `ref` is the address of its card (ours). */
  about: z.string().optional(),
  /** An addition of the box for a request that is done: how it ended. */
  resolution: z.literal('canceled').optional(),
  /** ISO in UTC. */
  at: z.string(),
});
export type NotificationItem = z.output<typeof notificationItem>;

/**
 * `GET /api/authorized/notifications/?before=` (ours, `notices`): those of the last 30 days that the reader may see by now, the newest
 * first. `unread`: of all of them, `UNREAD_MOST` at the most. `before`: the id to go on with; null at the end.
 */
export const noticesAnswer = z.object({
  results: z.array(notificationItem.extend({ is_read: z.boolean() })),
  unread: z.number().int(),
  before: z.number().int().nullable(),
});
export type NoticesAnswer = z.output<typeof noticesAnswer>;

const noticeId = z.number().int().min(1).max(2_147_483_647);

/** `POST /api/authorized/notifications/read/` (ours): marks single ones as read, or all up to one. */
export const noticesRead = z.union([
  z.object({ ids: z.array(noticeId).min(1).max(READ_MOST) }),
  z.object({ until: noticeId }),
]);

/** Frames of the server over `/ws/notifications`, JSON text. */
const liveMessage = z.discriminatedUnion('type', [
  /** First of all. `last`: the newest notification of all, to begin `since` with; 0 when there is none. */
  z.object({ type: z.literal('welcome'), user: z.number().int(), last: z.number().int() }),
  z.object({ type: z.literal('notification'), notification: notificationItem }),
  /** Right before a close with `CLOSE.accessChanged`: look your rights up anew, then come back. */
  z.object({ type: z.literal('access-changed') }),
  /** The sections that the installation added are others now: ask `GET /resources/definitions/` anew. */
  z.object({ type: z.literal('definitions-changed') }),
  /**
   * A record is in another state now, or, in a section with a calendar, another one: open lists of the section ask for it anew
   * (ours, `moves` and `calendar`). `section`: name of the definition.
   */
  z.object({ type: z.literal('record-moved'), section: z.string(), id: z.number().int() }),
  /** Notes to the next shift or hand-overs are others now: ask `GET /api/crm/shift/` anew (ours, `shift`). */
  z.object({ type: z.literal('shift-changed') }),
]);
export type LiveMessage = z.output<typeof liveMessage>;

/** A frame of a client: "I have seen everything up to `id`"; it is sent the later notifications, at most those of the last hour. */
export const sinceMessage = z.object({ type: z.literal('since'), id: z.number().int().min(0).max(2_147_483_647) });

/** `POST /api/authorized/socket-tickets/`: good for one socket (`?ticket=`), for `expires_in` seconds. */
export const socketTicket = z.object({ ticket: z.string(), expires_in: z.number().int() });

/** `POST /api/authorized/devices/` (SHELL-39): a browser that takes cloud push. */
export const deviceBody = z.object({
  registration_id: z
    .string({ error: 'validation.required' })
    .min(1, 'validation.required')
    .max(4096, 'validation.tooLong')
    .regex(/^[\x21-\x7e]+$/, 'validation.text'),
  type: z.enum(['web'], { error: 'validation.choice' }),
});

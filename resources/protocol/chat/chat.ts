import * as z from 'zod';
import { BYTES } from '#resources/limits.ts';
import { CHAT_STATUSES } from '../enums.ts';

export {
  CHAT_API_KEY,
  MESSAGE_ID,
  RESIDENT_TAG,
  readTags,
} from '#resources/rules/chat/tags.ts';
export { CHAT_STATUSES };

/**
 * The chat (chat-protocol.md). The protocol is Tinode's, implemented by `tinode-sdk`; this file has what client and server
 * share besides: limits, tags, and our additional requests, which a staging server may lack.
 */

/** Limits in the response to `hi` (A2). Sizes in bytes, `msgDelAge` in seconds. */
export const CHAT_LIMITS = {
  maxMessageSize: 131_072,
  maxFileUploadSize: BYTES.chatFile,
  maxSubscriberCount: 128,
  minTagLength: 2,
  maxTagLength: 96,
  maxTagCount: 16,
  msgDelAge: 600,
} as const;

/** Maximum number of terms in a query and of rows in its response. */
export const FIND_LIMITS = { terms: 5_000, rows: 1_024 } as const;

const id = z.number().int();

export type ChatStatus = (typeof CHAT_STATUSES)[number];

/** `GET /api/authorized/profile/?chat_id=` (CHAT-21). */
export const chatProfileAnswer = z.object({
  status: z.enum(CHAT_STATUSES),
  /** Empty for residents. */
  position: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});
export type ChatProfileAnswer = z.output<typeof chatProfileAnswer>;

/** Topic name of a person or a group. */
export const chatTopicName = z.string().regex(/^(usr|grp)[A-Za-z0-9_-]{11,24}$/, 'validation.unknown');

/** A person the reader may write to (ours; the server decides who that is, B5). */
const chatContact = z.object({
  user: id,
  chat_id: z.string(),
  kind: z.enum(['resident', 'company']),
  first_name: z.string(),
  last_name: z.string(),
  avatar: z.string().nullable(),
  position: z.string(),
  status: z.enum(CHAT_STATUSES),
  company: z.object({ id, label: z.string() }).nullable(),
  /** Units of a resident in the reader's reach, in the order of the form. */
  units: z.array(
    z.object({
      id,
      label: z.string(),
      building: z.object({ id, street: z.string(), number: z.string() }),
      porch: z.object({ id, number: id }),
    }),
  ),
});
export type ChatContact = z.output<typeof chatContact>;

/** `GET /api/crm/chat-contacts/` (ours): colleagues, and residents of the given buildings, by name. */
export const chatContactsAnswer = z.object({ count: id, number: id, page_size: id, results: z.array(chatContact) });
export const CONTACTS_PAGE = { usual: 50, max: 500 } as const;

/** A found message; `seq` is that of the original message, even if the match is in a later edit. */
const foundMessage = z.object({
  seq: id,
  from: z.string(),
  ts: z.string(),
  /** Excerpt of the text around the first match. */
  text: z.string(),
});
/** `GET /api/crm/chat-messages/?chat_id=&search=&before=` (ours): newest first. */
export const foundMessagesAnswer = z.object({ results: z.array(foundMessage), more: z.boolean() });
export type FoundMessagesAnswer = z.output<typeof foundMessagesAnswer>;

/** The last message of a chat; `kind` tells what to show for a message without text. */
const lastMessage = z.object({
  /** `usr…` of the other person, or `grp…`. */
  chat: z.string(),
  /** Whether the reader sent it. */
  mine: z.boolean(),
  /** First name of the sender; empty if no longer stored. */
  from: z.string(),
  /** The first `LAST_MESSAGES.text` characters, without quotes. */
  text: z.string(),
  kind: z.enum(['text', 'picture', 'file']),
});
/**
 * `GET /api/crm/chat-messages/last/?since=` (ours): the last message of each chat with messages since then, ms since 1970;
 * without `since` of the latest `LAST_MESSAGES.chats` chats. `until` is the `since` of the next request.
 */
export const lastMessagesAnswer = z.object({ until: z.number(), results: z.array(lastMessage) });
export type LastMessagesAnswer = z.output<typeof lastMessagesAnswer>;
export type LastMessage = z.output<typeof lastMessage>;
export const LAST_MESSAGES = { chats: 200, text: 120 } as const;

export const SEARCH_LIMITS = { min: 2, max: 200, rows: 50 } as const;

/**
 * `POST /api/authorized/chat-pass/` (ours): login and password that open the chat for `expires_in` seconds, for
 * `tinode.loginBasic`. Used by a signed-in console without a chat token, because the chat was unreachable at sign-in or the
 * password was changed. Works with the bundled chat and with a Tinode server that takes its accounts from here.
 */
export const chatPassAnswer = z.object({ login: z.string(), password: z.string(), expires_in: id });

/**
 * A resident submits a complaint by publishing to `sys` (bundled chat): the text as content, its type in `head['x-complaint']`,
 * the id of their unit in `head['x-unit']` if they have several.
 */
export const COMPLAINT_TOPIC = 'sys';
export const COMPLAINT_HEAD = { type: 'x-complaint', unit: 'x-unit' } as const;

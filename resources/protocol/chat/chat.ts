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
 * The chat (chat-protocol.md): the wire is Tinode's, spoken by `tinode-sdk`. Here stands what both sides of it agree on
 * besides: limits, tags, and the additive calls around it, which a staging server may lack.
 */

/** Limits as `hi` tells them (A2). Sizes in bytes, `msgDelAge` in seconds. */
export const CHAT_LIMITS = {
  maxMessageSize: 131_072,
  maxFileUploadSize: BYTES.chatFile,
  maxSubscriberCount: 128,
  minTagLength: 2,
  maxTagLength: 96,
  maxTagCount: 16,
  msgDelAge: 600,
} as const;

/** Greatest number of terms in a query and of rows in its answer. */
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

/** Name of a person or a group on the wire of the chat. */
export const chatTopicName = z.string().regex(/^(usr|grp)[A-Za-z0-9_-]{11,24}$/, 'validation.unknown');

/** A person the reader may write to (additive; which people that are is decided by the server, B5). */
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
  /** Of a resident: their units in reach, in the order of the form. */
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

/** `GET /api/crm/chat-contacts/` (additive): colleagues, and residents of the buildings named, by name. */
export const chatContactsAnswer = z.object({ count: id, number: id, page_size: id, results: z.array(chatContact) });
export const CONTACTS_PAGE = { usual: 50, max: 500 } as const;

/** A message that a search found: `seq` of the message as it stands in the chat, also for text of a later edit. */
const foundMessage = z.object({
  seq: id,
  from: z.string(),
  ts: z.string(),
  /** The message's text, cut around the first match. */
  text: z.string(),
});
/** `GET /api/crm/chat-messages/?chat_id=&search=&before=` (additive): newest first. */
export const foundMessagesAnswer = z.object({ results: z.array(foundMessage), more: z.boolean() });
export type FoundMessagesAnswer = z.output<typeof foundMessagesAnswer>;

/** The last message of a chat. `kind`: what a message without words shows. */
const lastMessage = z.object({
  /** `usr…` of the other person, or `grp…`. */
  chat: z.string(),
  /** It is the reader's own. */
  mine: z.boolean(),
  /** First name of the sender; empty where it is no longer kept. */
  from: z.string(),
  /** The first `LAST_MESSAGES.text` characters of its words, without what it quotes. */
  text: z.string(),
  kind: z.enum(['text', 'picture', 'file']),
});
/**
 * `GET /api/crm/chat-messages/last/?since=` (additive): the last message of each chat in which something was said since, ms since
 * 1970; of the latest `LAST_MESSAGES.chats` where it is left out. `until` is what to ask with the next time.
 */
export const lastMessagesAnswer = z.object({ until: z.number(), results: z.array(lastMessage) });
export type LastMessagesAnswer = z.output<typeof lastMessagesAnswer>;
export type LastMessage = z.output<typeof lastMessage>;
export const LAST_MESSAGES = { chats: 200, text: 120 } as const;

export const SEARCH_LIMITS = { min: 2, max: 200, rows: 50 } as const;

/**
 * `POST /api/authorized/chat-pass/` (additive): login and password that open the chat for `expires_in` seconds, for
 * `tinode.loginBasic`. For a signed-in console that has no chat token: the chat was out of reach at sign-in, or the password
 * was changed. Works with the chat in the box and with a Tinode server that takes its accounts from here.
 */
export const chatPassAnswer = z.object({ login: z.string(), password: z.string(), expires_in: id });

/**
 * A resident leaves a complaint by publishing to `sys` (chat in the box): the text as content, its type in
 * `head['x-complaint']`, their unit (its id) in `head['x-unit']` when they have several.
 */
export const COMPLAINT_TOPIC = 'sys';
export const COMPLAINT_HEAD = { type: 'x-complaint', unit: 'x-unit' } as const;

import type { Generated } from 'kysely';
import type { Computed, Id, Json, JsonDefault, JsonOrNull, Moment, MomentNow, MomentOrNull } from './column-types.ts';

/**
 * The chat in the box (chat-protocol.md A17). People are `users` (login: phone digits and password; name: `users.chat_id`);
 * company_/building_/porch_ tags are computed from rights, so only a person's own tags stand here.
 */
interface ChatProfilesTable {
  user_id: number;
  /** `{fn, photo}` when the person has set them themselves; null = made of name and avatar. */
  public: JsonOrNull<Record<string, unknown>>;
  /** The person's notes on `me`, e.g. pinned chats. */
  private: JsonOrNull<Record<string, unknown>>;
  tags: Generated<string[]>;
  updated_at: MomentNow;
  /** When the last session left `me`, and its user agent. */
  seen_at: MomentOrNull;
  seen_agent: string | null;
}

/**
 * Topics. `name` is `p2p<lower user id>_<higher user id>` or `grp…`; `seq` is the number of the last message, `del_id` of
 * the last deletion; both grow inside the transaction that writes, with the row locked.
 */
export interface ChatTopicsTable {
  id: Id;
  name: string;
  kind: 'p2p' | 'grp';
  owner_id: number | null;
  seq: Generated<number>;
  del_id: Generated<number>;
  public: JsonOrNull<Record<string, unknown>>;
  aux: JsonOrNull<Record<string, unknown>>;
  /** Access given to newcomers of a group: letters of A1. */
  default_access: Generated<string>;
  created_at: MomentNow;
  updated_at: MomentNow;
  touched_at: MomentNow;
}

/** A person in a topic. `want`/`given` are letters of A1, `read_seq <= recv_seq <= seq`. `deleted_at` is the tombstone. */
export interface ChatSubscriptionsTable {
  topic_id: number;
  user_id: number;
  want: Generated<string>;
  given: Generated<string>;
  read_seq: Generated<number>;
  recv_seq: Generated<number>;
  del_id: Generated<number>;
  private: JsonOrNull<Record<string, unknown>>;
  created_at: MomentNow;
  updated_at: MomentNow;
  deleted_at: MomentOrNull;
}

/** Messages, numbered 1, 2, 3 … within a topic. `content` is text or Drafty, returned unread. */
interface ChatMessagesTable {
  topic_id: number;
  seq: number;
  sender_id: number;
  head: JsonDefault<Record<string, unknown>>;
  content: Json<unknown>;
  at: Moment;
  /** `seq` of the message this one replaces (`head.replace`). */
  replaces: number | null;
  /** Folded text for `like`, the first 4,000 characters; has a trigram index. */
  search: Computed<string>;
}

/** Deleted ranges `[low, hi)`; `user_id` null = for everyone, and the messages are then gone. */
interface ChatDeletionsTable {
  id: Id;
  topic_id: number;
  del_id: number;
  user_id: number | null;
  low: number;
  hi: number;
  at: MomentNow;
}

/** Uploads a message refers to; keeps them from being swept. */
interface ChatFilesTable {
  topic_id: number;
  seq: number;
  file_id: number;
}

/**
 * Processes that serve the chat; one that was not seen for a while is gone, and people are no longer online through it.
 */
interface ChatProcessesTable {
  id: string;
  seen_at: MomentNow;
}

/** People with a session attached to `me`, and on which process. */
interface ChatOnlineTable {
  process_id: string;
  user_id: number;
}

/**
 * Accounts of a Tinode server that takes them from here (chat-protocol.md, part B). `uid`: 11 characters, without `usr`.
 * `told`: digest of the name, tags and state it was last told.
 */
interface ChatLinksTable {
  user_id: number;
  uid: string;
  told: string | null;
  linked_at: MomentNow;
}

/** The account that speaks to a Tinode server for us, with all rights (chat-protocol.md B5); no row: not made yet. */
interface ChatServiceTable {
  only_one: Generated<boolean>;
  uid: string;
}

/** Tables of the chat in the box. */
export interface ChatTables {
  chat_profiles: ChatProfilesTable;
  chat_topics: ChatTopicsTable;
  chat_subscriptions: ChatSubscriptionsTable;
  chat_messages: ChatMessagesTable;
  chat_deletions: ChatDeletionsTable;
  chat_files: ChatFilesTable;
  chat_processes: ChatProcessesTable;
  chat_online: ChatOnlineTable;
  chat_links: ChatLinksTable;
  chat_service: ChatServiceTable;
}

/** Canned answers of the chat; the title is unique without regard to case. */
interface CannedAnswersTable {
  id: Id;
  title: string;
  body: string;
  updated_by: number | null;
  updated_at: MomentNow;
}

/**
 * The source of a request: a complaint, or message `seq` of a chat. `topic` is the chat as the request's author sees it:
 * `usr…` of the other person, or `grp…`.
 */
interface TaskSourcesTable {
  task_id: number;
  complaint_id: number | null;
  topic: string | null;
  seq: number | null;
}

/** Tables of canned answers, and of what requests were made of. */
export interface AnswerTables {
  canned_answers: CannedAnswersTable;
  task_sources: TaskSourcesTable;
}

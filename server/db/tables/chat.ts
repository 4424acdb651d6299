import type { Generated } from 'kysely';
import type { Computed, Id, Json, JsonDefault, JsonOrNull, Moment, MomentNow, MomentOrNull } from './column-types.ts';

/**
 * Chat profiles of the built-in chat (chat-protocol.md A17). The people themselves are `users` (login: phone digits and password;
 * name: `users.chat_id`); `company_`, `building_` and `porch_` tags are computed from rights, so only a person's own tags are
 * stored here.
 */
interface ChatProfilesTable {
  user_id: number;
  /** `{fn, photo}` set by the person; null = use name and avatar of the account. */
  public: JsonOrNull<Record<string, unknown>>;
  /** The person's private data of `me`, e.g. pinned chats. */
  private: JsonOrNull<Record<string, unknown>>;
  tags: Generated<string[]>;
  updated_at: MomentNow;
  /** When the last session detached from `me`, and its user agent. */
  seen_at: MomentOrNull;
  seen_agent: string | null;
}

/**
 * Topics. `name` is `p2p<lower user id>_<higher user id>` or `grp…`; `seq` is the number of the last message, `del_id` of the
 * last deletion; both are incremented in the writing transaction with the row locked.
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
  /** Default access of new members of a group: letters of A1. */
  default_access: Generated<string>;
  created_at: MomentNow;
  updated_at: MomentNow;
  touched_at: MomentNow;
}

/**
 * A person's subscription to a topic. `want` and `given` are letters of A1; `read_seq <= recv_seq <= seq`. `deleted_at` is set
 * after leaving.
 */
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

/** Messages, numbered 1, 2, 3 … within a topic. `content` is text or Drafty and is returned unchanged. */
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

/** Deleted ranges `[low, hi)`; `user_id` null = for everybody, and then the messages themselves are deleted too. */
interface ChatDeletionsTable {
  id: Id;
  topic_id: number;
  del_id: number;
  user_id: number | null;
  low: number;
  hi: number;
  at: MomentNow;
}

/** Uploads that a message refers to, so that they are not cleaned up. */
interface ChatFilesTable {
  topic_id: number;
  seq: number;
  file_id: number;
}

/** Server processes of the chat; one without a recent heartbeat counts as dead, and nobody is online on it. */
interface ChatProcessesTable {
  id: string;
  seen_at: MomentNow;
}

/** People with a session attached to `me`, by process. */
interface ChatOnlineTable {
  process_id: string;
  user_id: number;
}

/**
 * Accounts on a Tinode server that uses us as its authenticator (chat-protocol.md, part B). `uid`: 11 characters, without `usr`.
 * `told`: digest of the name and tags last sent, or `suspended`.
 */
interface ChatLinksTable {
  user_id: number;
  uid: string;
  told: string | null;
  linked_at: MomentNow;
}

/** Our own service account on a Tinode server, with all rights (chat-protocol.md B5); no row = not created yet. */
interface ChatServiceTable {
  only_one: Generated<boolean>;
  uid: string;
}

/** Tables of the built-in chat. */
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

/** Canned answers of the chat; titles are unique ignoring case. */
interface CannedAnswersTable {
  id: Id;
  title: string;
  body: string;
  updated_by: number | null;
  updated_at: MomentNow;
}

/**
 * Origin of a request: a complaint, or message `seq` of a chat. `topic` is the chat as the request's author sees it: `usr…` of
 * the other person, or `grp…`.
 */
interface TaskSourcesTable {
  task_id: number;
  complaint_id: number | null;
  topic: string | null;
  seq: number | null;
}

/** Tables of canned answers and of the origins of requests. */
export interface AnswerTables {
  canned_answers: CannedAnswersTable;
  task_sources: TaskSourcesTable;
}

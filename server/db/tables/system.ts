import type { Generated } from 'kysely';
import type { SecondFactorLevel } from '#resources/protocol/access/second-factor.ts';
import type { Id, Json, JsonDefault, JsonOrNull, Moment, MomentNow, MomentOrNull } from './column-types.ts';

export type FileKind = 'attachment' | 'avatar' | 'chat' | 'demo';
export type FileVariant = 'preview' | 'medium' | 'large';

/**
 * Uploaded files; the bytes are in the file store under `sha256` (hex). `code` is an unguessable name for addresses that
 * cannot carry a header. `linked` false: nothing refers to it yet, it may be swept. `width`/`height` of pictures, px.
 */
interface FilesTable {
  id: Id;
  code: Generated<string>;
  owner_id: number | null;
  sha256: string;
  name: string;
  mime: string;
  size: number;
  kind: FileKind;
  width: number | null;
  height: number | null;
  status: Generated<'preparing' | 'done' | 'error'>;
  linked: Generated<boolean>;
  created_at: MomentNow;
}

/** Smaller pictures made of a file, bytes in the file store. A variant that is missing is the file itself. */
interface FileVariantsTable {
  file_id: number;
  variant: FileVariant;
  sha256: string;
  mime: string;
  size: number;
  width: number;
  height: number;
}

/** Records of sections that are pure definition (server/records). `building_ids` is their scope; null = no scope. */
interface RecordsTable {
  id: Id;
  resource: string;
  data: Json<Record<string, unknown>>;
  building_ids: number[] | null;
  created_by: number | null;
  created_at: MomentNow;
  updated_at: MomentNow;
  deleted_at: MomentOrNull;
  /** Of a record that came from a file: what its row said, so that the same file makes it once. */
  import_key: Generated<string | null>;
  /** Place in its column of a board ordered by hand, a smaller one higher; null where it was never placed. */
  board_order: Generated<number | null>;
  /** The same before the last move. */
  former_board_order: Generated<number | null>;
}

/** Other systems that records of added sections are sent to. `secret` signs what they are sent. */
interface WebhooksTable {
  id: Id;
  name: string;
  address: string;
  paused: Generated<boolean>;
  secret: string;
  created_at: MomentNow;
}

/** A message for a webhook, and its outcome; a job (server/jobs) waits for the next attempt. `status` is that of the last answer. */
interface WebhookDeliveriesTable {
  id: Id;
  webhook_id: number;
  message: Generated<string>;
  event: string;
  body: string;
  created_at: Moment;
  attempts: Generated<number>;
  delivered_at: MomentOrNull;
  status: number | null;
  failure: string | null;
}

/** Work that the server does by itself (server/jobs/job-queries.ts). `lane`: jobs that wait for one another. `key`: unique while the job waits. */
interface JobsTable {
  id: Id;
  queue: string;
  lane: Generated<string>;
  key: string | null;
  payload: JsonDefault<Readonly<Record<string, unknown>>>;
  due_at: Moment;
  attempts: Generated<number>;
  created_at: Moment;
}

/** Comments on records of added sections (server/records/comment-queries.ts). */
interface RecordCommentsTable {
  id: Id;
  record_id: number;
  user_id: number;
  message: string;
  at: MomentNow;
}

/** People who follow a record, or have chosen not to. */
interface RecordFollowersTable {
  record_id: number;
  user_id: number;
  follows: boolean;
}

/** Rules about dates of records, and since when they hold (server/records/reminder-queries.ts). */
interface ReminderRulesTable {
  rule: string;
  since: Moment;
}

/** Dates of records for which such a rule was settled. `day`: the value of the field. */
interface RecordRemindersTable {
  rule: string;
  record_id: number;
  day: string;
  at: MomentNow;
}

/** Definitions of an installation as they are in force (server/records/in-force.ts). `version`: SHA-256 of the definition. */
interface DefinitionsTable {
  name: string;
  version: string;
  definition: Json<Record<string, unknown>>;
  applied_at: MomentNow;
}

/** Versions of the texts of definition files (`0075-definition-versions.ts`). `by_console`: every process keeps the file in its folder. */
interface DefinitionVersionsTable {
  file: string;
  version: number;
  text: string;
  digest: string;
  removed: boolean;
  by_console: boolean;
  changed_by: number | null;
  changed_at: Moment;
}

/**
 * The audit log; one row a write, no secrets in it. `record_id` is text, since names of records differ. `address`:
 * where the call came from, of what matters to security; `times`: how often the same was refused in a row
 * (`security-log.ts`).
 */
interface AuditTable {
  id: Id;
  at: MomentNow;
  user_id: number | null;
  action: string;
  resource: string;
  record_id: string | null;
  before: JsonOrNull<unknown>;
  after: JsonOrNull<unknown>;
  request_id: string | null;
  address: Generated<string | null>;
  times: Generated<number>;
}

/** Deleted records of the company's lists that can still be restored: `held` are their values, by wire names. */
interface DirectoryDeletionsTable {
  directory: string;
  record_id: number;
  held: Json<Record<string, unknown>>;
  deleted_at: Moment;
}

/** SMS that were sent without a gateway, for `GET /dev/outbox`. */
interface OutboxTable {
  id: Id;
  recipient: string;
  text: string;
  at: MomentNow;
}

/**
 * Notifications that went out (notifications.md), for listeners that come back after a break. Its readers are decided
 * by the level on `section` and, where it is set, by `recipient_id`; else by the entrances they hold: one of
 * `building_ids` or of `porch_ids` (both null = tied to no place). `pushed_at`: when it was handed to the cloud.
 * `written_by` is its transaction, `written_after` says which were committed when it was written
 * (`0020-late-notifications.ts`).
 */
export interface NotificationsTable {
  id: Id;
  type: 'news' | 'complaint' | 'chat' | 'booklet' | 'camera' | 'task' | 'record';
  subtype: string;
  message: string;
  ref: string;
  sent_by: string;
  sender_id: number | null;
  section: string;
  building_ids: number[] | null;
  porch_ids: number[] | null;
  recipient_id: number | null;
  /** Title of the section, of a record of an added section. */
  about: Generated<string | null>;
  data: JsonDefault<Record<string, unknown>>;
  at: MomentNow;
  pushed_at: MomentOrNull;
  written_by: Generated<string>;
  written_after: Generated<string>;
}

/** Up to which notification a person has read all of them. */
interface NotificationMarksTable {
  user_id: number;
  seen_to: number;
}

/** Single notifications that a person has read beyond that. */
interface NotificationReadsTable {
  user_id: number;
  notification_id: number;
}

/** Creating calls by the person's own key (server/http/once.ts). `body` is the SHA-256 of what was sent, hex; `answer` what was answered. */
interface SentCallsTable {
  user_id: number;
  route: string;
  key: string;
  body: string;
  answer: JsonOrNull<unknown>;
  created_at: MomentNow;
}

/**
 * One row: the kind of company in the database. No row: none was opened yet. `time_zone`: the one chosen when the
 * company was opened, null where none was. `second_factor_for`: levels that the company requires a second factor of
 * (`SECOND_FACTOR_LEVELS`).
 */
export interface InstallationTable {
  one: Generated<boolean>;
  holds: 'demo' | 'company';
  time_zone: string | null;
  opened_at: MomentNow;
  second_factor_for: Generated<SecondFactorLevel[]>;
  /** The first steps were put away. */
  first_steps_hidden: Generated<boolean>;
  /** Without a gateway for SMS links are handed over by hand, and none is missed. */
  links_by_hand: Generated<boolean>;
}

/** One-time links that open an empty database, stored as SHA-256. `phone`: whose it is to be, where that was said. */
interface SetupLinksTable {
  hash: Uint8Array;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  created_at: Moment;
  expires_at: Moment;
}

/** Views of lists that people have given a name. `query`: of the list's address; a name is its owner's alone without regard to case. */
interface SavedViewsTable {
  id: Id;
  owner_id: number;
  list: string;
  name: string;
  query: string;
  shared: boolean;
  created_at: Moment;
  updated_at: Moment;
}

/** The last number that a field of a definition has given in a year; 0 for fields whose numbers go on over the years. */
interface RecordNumbersTable {
  resource: string;
  field: string;
  year: number;
  last: number;
}

/** Files that a change or a move took out of a record, until that can no longer be taken back. `field`: the wire name of the field that held it. */
interface FilesSetAsideTable {
  file_id: number;
  record_id: number;
  field: string;
  set_aside_at: Moment;
}

/** Tables that belong to no section. */
export interface SystemTables {
  saved_views: SavedViewsTable;
  sent_calls: SentCallsTable;
  files: FilesTable;
  file_variants: FileVariantsTable;
  files_set_aside: FilesSetAsideTable;
  records: RecordsTable;
  record_numbers: RecordNumbersTable;
  definitions: DefinitionsTable;
  definition_versions: DefinitionVersionsTable;
  audit: AuditTable;
  directory_deletions: DirectoryDeletionsTable;
  outbox: OutboxTable;
  installation: InstallationTable;
  setup_links: SetupLinksTable;
  notifications: NotificationsTable;
  notification_marks: NotificationMarksTable;
  notification_reads: NotificationReadsTable;
  record_comments: RecordCommentsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  jobs: JobsTable;
  record_followers: RecordFollowersTable;
  record_reminders: RecordRemindersTable;
  reminder_rules: ReminderRulesTable;
}

import type { Generated } from 'kysely';
import type { SecondFactorLevel } from '#resources/protocol/access/second-factor.ts';
import type { Id, Json, JsonDefault, JsonOrNull, Moment, MomentNow, MomentOrNull } from './column-types.ts';

export type FileKind = 'attachment' | 'avatar' | 'chat' | 'demo';
export type FileVariant = 'preview' | 'medium' | 'large';

/**
 * Uploaded files; the bytes are in the file store under `sha256` (hex). `code` is an unguessable name for URLs that cannot carry
 * a header. `linked` false: nothing refers to the file yet, so it may be cleaned up. `width` and `height` of pictures in px.
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

/** Smaller versions of a picture, with bytes in the file store; if one is missing, the file itself is used. */
interface FileVariantsTable {
  file_id: number;
  variant: FileVariant;
  sha256: string;
  mime: string;
  size: number;
  width: number;
  height: number;
}

/** Records of added sections (server/records). `building_ids` is their scope; null = visible regardless of buildings. */
interface RecordsTable {
  id: Id;
  resource: string;
  data: Json<Record<string, unknown>>;
  building_ids: number[] | null;
  created_by: number | null;
  created_at: MomentNow;
  updated_at: MomentNow;
  deleted_at: MomentOrNull;
  /** For an imported record: key of its source row, so that the same file creates it only once. */
  import_key: Generated<string | null>;
  /** Position in its board column when ordered by hand, lower is higher up; null = never placed. */
  board_order: Generated<number | null>;
  /** `board_order` before the last move. */
  former_board_order: Generated<number | null>;
}

/** Webhooks: other systems that receive records of added sections. `secret` signs the messages. */
interface WebhooksTable {
  id: Id;
  name: string;
  address: string;
  paused: Generated<boolean>;
  secret: string;
  created_at: MomentNow;
}

/** A message to a webhook and its outcome; retries are jobs (server/jobs). `status` is that of the last response. */
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

/**
 * Delayed work of the server (server/jobs/job-queries.ts). `lane`: jobs of one lane run one after another. `key`: unique among
 * waiting jobs.
 */
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

/** Rules about dates of records, and since when they apply (server/records/reminder-queries.ts). */
interface ReminderRulesTable {
  rule: string;
  since: Moment;
}

/** Dates of records for which such a rule has been handled. `day`: the value of the field. */
interface RecordRemindersTable {
  rule: string;
  record_id: number;
  day: string;
  at: MomentNow;
}

/** Active definitions of added sections (server/records/in-force.ts). `version`: SHA-256 of the definition. */
interface DefinitionsTable {
  name: string;
  version: string;
  definition: Json<Record<string, unknown>>;
  applied_at: MomentNow;
}

/**
 * Versions of the texts of definition files (`0075-definition-versions.ts`). `by_console`: every process writes the file to its
 * folder.
 */
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
 * Audit log, one row per change, without secrets. `record_id` is text, because ids differ by resource. `address`: client address,
 * for security events; `times`: how often the same event occurred in a row (`security-log.ts`).
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

/** Deleted records of the company's directories that can still be restored: `held` are their values by wire name. */
interface DirectoryDeletionsTable {
  directory: string;
  record_id: number;
  held: Json<Record<string, unknown>>;
  deleted_at: Moment;
}

/** SMS not sent because there is no gateway, for `GET /dev/outbox`. */
interface OutboxTable {
  id: Id;
  recipient: string;
  text: string;
  at: MomentNow;
}

/**
 * Published notifications (notifications.md), kept for clients that reconnect. Who may see one depends on the level on `section`
 * and on `recipient_id` if set; otherwise on access to one of `building_ids` or `porch_ids` (both null = no restriction).
 * `pushed_at`: when it was claimed for cloud push. `written_by` is its transaction, `written_after` the transactions committed by
 * then (`0020-late-notifications.ts`).
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
  /** Title of the section, for records of added sections. */
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

/** Notifications that a person has read individually beyond that. */
interface NotificationReadsTable {
  user_id: number;
  notification_id: number;
}

/**
 * Creating requests by idempotency key (server/http/once.ts). `body` is the SHA-256 of the request body, hex; `answer` the
 * response.
 */
interface SentCallsTable {
  user_id: number;
  route: string;
  key: string;
  body: string;
  answer: JsonOrNull<unknown>;
  created_at: MomentNow;
}

/**
 * A single row: the kind of company in the database; no row = none was set up yet. `time_zone`: chosen when the company was set
 * up, or null. `second_factor_for`: levels for which the company requires a second factor (`SECOND_FACTOR_LEVELS`).
 */
export interface InstallationTable {
  one: Generated<boolean>;
  holds: 'demo' | 'company';
  time_zone: string | null;
  opened_at: MomentNow;
  second_factor_for: Generated<SecondFactorLevel[]>;
  /** The first steps were hidden. */
  first_steps_hidden: Generated<boolean>;
  /** Links are handed out manually because there is no SMS gateway, so the console does not ask for one. */
  links_by_hand: Generated<boolean>;
}

/** One-time set-up links for an empty database, stored as SHA-256. `phone`: phone of the intended administrator, if given. */
interface SetupLinksTable {
  hash: Uint8Array;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  created_at: Moment;
  expires_at: Moment;
}

/** Named views of lists. `query`: query string of the list; names are unique per owner, ignoring case. */
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

/** The last number assigned by an auto-number field in a year; year 0 for fields that do not restart every year. */
interface RecordNumbersTable {
  resource: string;
  field: string;
  year: number;
  last: number;
}

/** Files that a change or move removed from a record, kept until it can no longer be undone. `field`: wire name of the field. */
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

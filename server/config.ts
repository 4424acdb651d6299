import { join } from 'node:path';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { SessionLimits } from './access/tokens.ts';
import { strangers } from './config-names.ts';
import { FIREBASE_VARIABLES, type Firebase, readFirebase } from './config-push.ts';
import { SETTINGS } from './config-rules.ts';
import { StartError } from './start-error.ts';

/** Amount of demo data that an empty database is filled with. */
type DemoSize = 'yard' | 'city' | 'metropolis';

/** Where, how often and how backups are made. */
export interface BackupSettings {
  /** `BACKUP_DIR`: folder of scheduled backups and of those before an upgrade; by default `backups` in the data folder. */
  dir: string;
  /** `BACKUP_EVERY`: interval, ms; 0 = no scheduled backups. */
  every: number;
  /** `BACKUP_KEEP`: number of newest backups to keep. */
  keep: number;
  /** `BACKUP_KEY`: encryption password. */
  key?: string | undefined;
}

/** Settings of the product. Every field comes from an environment variable (embedded.md, "Settings"). */
export interface Settings {
  /** `PORT`; 0 = any free port. */
  port: number;
  /** `HOST` */
  host: string;
  /** `DATA_DIR`: the embedded database and uploaded files. */
  dataDir: string;
  /** `DATABASE_URL`: a PostgreSQL server instead of the embedded database. */
  databaseUrl?: string;
  /** `DATABASE_REPLICA_URL`: a streaming replica of that server, which answers heavy reads. */
  databaseReplicaUrl?: string;
  /** `DATABASE_REPLICA_MAX_LAG`: how long a read waits for the replica to catch up with the primary, ms. */
  databaseReplicaMaxLag: number;
  /** `UPLOADS_URL`: S3-compatible storage instead of `dataDir`. */
  uploadsUrl?: string;
  /** `STAGING_URL`: another server answers `/api` and `/ws`; no database is opened here. */
  stagingUrl?: string;
  /** `STAGING_FILES`: paths under which that server stores files. */
  stagingFiles: readonly string[];
  /** `CHAT_URL`: a Tinode server for `/v0/…` instead of the built-in chat. */
  chatUrl?: string;
  /** `CHAT_API_KEY`: public API key of the chat; by default `CHAT_API_KEY` of `resources/protocol/chat/chat.ts`. */
  chatApiKey?: string;
  /** `CHAT_AUTH_SECRET`: secret part of the path of the authenticator that Tinode calls (chat-protocol.md, part B). */
  chatAuthSecret?: string;
  /** `DEMO`: fill an empty database with the demo company. */
  demo: boolean;
  /** `DEMO_SIZE` */
  demoSize: DemoSize;
  /** `SMS_URL`: gateway for text messages; without it they go to the outbox. */
  smsUrl?: string;
  /** `PUBLIC_URL`: public URL of the console without a trailing slash; links in messages start with it. */
  publicUrl?: string;
  /** `FEATURE_SERVICES`: services step of the employee form and performer level (EMP-47). */
  featureServices: boolean;
  /** `SESSION_DAYS`, `SESSION_IDLE_DAYS`: lifetime of a session. */
  sessions: SessionLimits;
  /** `CONFIRM_PASSWORD`: ask for the password again before the most dangerous actions. */
  confirmPassword: boolean;
  /** `AUDIT_DAYS`: how long the audit log is kept, ms; 0: for ever. */
  auditKept: number;
  /** `SECURITY_CONTACT`: where to report a vulnerability, for `/.well-known/security.txt`. */
  securityContact?: string;
  /** `FIREBASE_…`: push through Firebase; all of them or none. */
  firebase?: Firebase;
  /** `RESOURCES_DIR`: JSON definitions of an installation's own sections. */
  resourcesDir: string;
  /** `TIME_ZONE`: decides days, months and reading periods; by default the zone chosen when the company was set up. */
  timeZone: string;
  /** `TIME_ZONE` was set, so the zone chosen by the company is ignored. */
  isTimeZoneGiven: boolean;
  /** `SOCKETS_PER_ADDRESS`: maximum of open sockets per client address. */
  socketsPerAddress: number;
  /** `TRUSTED_PROXIES`: addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** `WEBHOOK_NETWORKS`: addresses and networks allowed for webhooks besides the public internet. */
  webhookNetworks?: readonly string[];
  /** `METRICS_TOKEN`: bearer token of `/metrics`; without it only this machine may request metrics. */
  metricsToken?: string;
  /** `MAX_EVENT_LOOP_DELAY`: requests are refused while the event loop lags more than this, ms; 0 = never. */
  maxEventLoopDelay: number;
  /** `MIN_FREE_DISK`: below this free space on the disk of `dataDir`, bytes, the server reports not ready. */
  minFreeDisk: number;
  /** `STOP_DELAY`: how long a stopping process still accepts requests, ms. */
  stopDelay: number;
  /** `BACKUP_…`: scheduled backups. */
  backups: BackupSettings;
  /** `PRODUCT_NAME`: the product's name on the sign-in page and in titles. */
  productName: string;
}

/** Invalid or unknown settings: `problems` has a sentence for each, `message` joins them. */
export class SettingsError extends StartError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Time zone until the company chooses one. */
const DEFAULT_TIME_ZONE = 'Europe/Moscow';
const MEGABYTE = 1_048_576;

const SETTINGS_SCHEMA = z.object(SETTINGS);

/**
 * Reads the settings from the environment. An empty value counts as missing.
 * @throws SettingsError naming every invalid value and every misspelt variable name
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const values = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const problems = strangers(values, [...Object.keys(SETTINGS), ...FIREBASE_VARIABLES]);
  const read = SETTINGS_SCHEMA.safeParse(values);
  const push = readFirebase(values);
  problems.push(...(read.success ? [] : read.error.issues.map((issue) => sentence(issue, values))), ...push.problems);
  if (values.DATABASE_REPLICA_URL !== undefined && values.DATABASE_URL === undefined)
    problems.push(text('start.replicaAlone'));
  if (!read.success || problems.length > 0) throw new SettingsError(problems);
  const { data } = read;
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    databaseReplicaUrl: data.DATABASE_REPLICA_URL,
    databaseReplicaMaxLag: data.DATABASE_REPLICA_MAX_LAG,
    uploadsUrl: data.UPLOADS_URL,
    stagingUrl: data.STAGING_URL,
    stagingFiles: data.STAGING_FILES,
    chatUrl: data.CHAT_URL,
    chatApiKey: data.CHAT_API_KEY,
    chatAuthSecret: data.CHAT_AUTH_SECRET,
    demo: data.DEMO ?? data.DATABASE_URL === undefined,
    demoSize: data.DEMO_SIZE,
    smsUrl: data.SMS_URL,
    publicUrl: data.PUBLIC_URL,
    featureServices: data.FEATURE_SERVICES,
    auditKept: data.AUDIT_DAYS * DAY,
    sessions: { end: data.SESSION_DAYS * DAY, idle: data.SESSION_IDLE_DAYS * DAY },
    confirmPassword: data.CONFIRM_PASSWORD,
    securityContact: data.SECURITY_CONTACT,
    firebase: push.firebase,
    resourcesDir: data.RESOURCES_DIR,
    timeZone: data.TIME_ZONE ?? DEFAULT_TIME_ZONE,
    isTimeZoneGiven: data.TIME_ZONE !== undefined,
    socketsPerAddress: data.SOCKETS_PER_ADDRESS,
    trustedProxies: data.TRUSTED_PROXIES,
    webhookNetworks: data.WEBHOOK_NETWORKS,
    metricsToken: data.METRICS_TOKEN,
    maxEventLoopDelay: data.MAX_EVENT_LOOP_DELAY,
    minFreeDisk: data.MIN_FREE_DISK * MEGABYTE,
    backups: {
      dir: data.BACKUP_DIR ?? join(data.DATA_DIR, 'backups'),
      every: data.BACKUP_EVERY * HOUR,
      keep: data.BACKUP_KEEP,
      key: data.BACKUP_KEY,
    },
    stopDelay: data.STOP_DELAY * 1_000,
    productName: data.PRODUCT_NAME,
  };
}

/** Variables whose values are never shown: secrets, and URLs, which may contain passwords and keys. */
const SECRET = /_(URL|SECRET|TOKEN|KEY)$/;

function sentence(issue: z.core.$ZodIssue, values: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  return text(SECRET.test(name) ? 'start.badSecret' : 'start.badSetting', {
    name,
    value: values[name],
    expected: text(issue.message),
  });
}

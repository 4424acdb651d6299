import { isIP } from 'node:net';
import * as z from 'zod';
import { reservedBy } from '#resources/language/reserved-routes.ts';
import { isTimeZone } from '#resources/time-zone.ts';
import { trimEnd } from '#resources/trim-end.ts';

/** A rule whose only complaint is the text key of what is expected. */
const rule = <Read>(expected: string, read: (value: string) => Read | undefined) =>
  z.string().transform((value, context): Read => {
    const result = read(value.trim());
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: `start.expected.${expected}` });
    return z.NEVER;
  });

const SWITCH: Record<string, boolean> = { on: true, off: false, true: true, false: false, 1: true, 0: false };

const onOff = rule('switch', (value) => SWITCH[value.toLowerCase()]);

const days = rule('days', (value) => {
  const count = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  return count >= 1 && count <= 3650 ? count : undefined;
});

/** A whole number within bounds, both included. */
const wholeNumber = (expected: string, least: number, most: number) =>
  rule(expected, (value) => {
    const count = /^\d{1,6}$/.test(value) ? Number(value) : -1;
    return count >= least && count <= most ? count : undefined;
  });

const folder = rule('folder', (value) => (value.includes('\0') ? undefined : value));

const name = rule('name', (value) => (value.length <= 60 ? value : undefined));

/** An address of these protocols; `bare`: without user, password, query and fragment, for it is put before other paths. */
const address = (expected: string, protocols: readonly string[], bare = false) =>
  rule(expected, (value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || !protocols.includes(url.protocol) || url.hostname === '') return undefined;
    if (bare && (url.username || url.password || url.search || url.hash)) return undefined;
    return bare ? trimEnd(value, '/') : value;
  });

const WEB = ['http:', 'https:'] as const;

/** Paths with commas between them, each `/name/` or deeper; none that the console answers itself. */
const paths = rule('paths', (value) => {
  const list = value.split(',').map((path) => `${trimEnd(path.trim(), '/')}/`);
  const isFree = (path: string) => /^\/([\w-][\w.-]*\/)+$/.test(path) && reservedBy(path) === null;
  return list.every(isFree) ? [...new Set(list)] : undefined;
});

/** Names that Fastify knows groups of addresses by. */
const ADDRESS_GROUPS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

const isNetwork = (value: string): boolean => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(prefix ?? 0) <= (family === 4 ? 32 : 128);
};

/** Addresses, networks and groups of them with commas between them. */
const proxies = rule('proxies', (value) => {
  const list = value.split(',').map((one) => one.trim());
  return list.every((one) => ADDRESS_GROUPS.has(one) || isNetwork(one)) ? list : undefined;
});

/** Addresses and networks with commas between them. */
const networks = rule('networks', (value) => {
  const list = value.split(',').map((one) => one.trim());
  return list.every(isNetwork) ? list : undefined;
});

/** Rules and defaults of the settings by the variable's name; `FIREBASE_…` stand in `config-push.ts`. */
export const SETTINGS = {
  PORT: rule('port', (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined,
  ).default(8080),
  HOST: rule('host', (value) => (/^[\w.:-]+$/.test(value) ? value : undefined)).default('127.0.0.1'),
  DATA_DIR: folder.default('./data'),
  DATABASE_URL: address('postgres', ['postgres:', 'postgresql:']).optional(),
  DATABASE_REPLICA_URL: address('postgres', ['postgres:', 'postgresql:']).optional(),
  DATABASE_REPLICA_MAX_LAG: wholeNumber('replicaLag', 10, 60_000).default(1_000),
  UPLOADS_URL: address('uploads', WEB).optional(),
  STAGING_URL: address('staging', WEB, true).optional(),
  STAGING_FILES: paths.prefault('/media/'),
  CHAT_URL: address('chat', [...WEB, 'ws:', 'wss:'], true).optional(),
  CHAT_API_KEY: rule('chatApiKey', (value) => (/^[\w-]{8,64}$/.test(value) ? value : undefined)).optional(),
  CHAT_AUTH_SECRET: rule('chatAuthSecret', (value) => (/^[\w-]{32,128}$/.test(value) ? value : undefined)).optional(),
  DEMO: onOff.optional(),
  DEMO_SIZE: rule('demoSize', (value) =>
    value === 'yard' || value === 'city' || value === 'metropolis' ? value : undefined,
  ).default('city'),
  SMS_URL: address('web', WEB).optional(),
  PUBLIC_URL: address('staging', WEB, true).optional(),
  FEATURE_SERVICES: onOff.default(true),
  SESSION_DAYS: days.default(30),
  SESSION_IDLE_DAYS: days.default(14),
  AUDIT_DAYS: wholeNumber('auditDays', 0, 36_500).default(0),
  CONFIRM_PASSWORD: onOff.default(false),
  SECURITY_CONTACT: rule('contact', (value) =>
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+|tel:\+?[\d-]+)$/.test(value) && value.length <= 300 ? value : undefined,
  ).optional(),
  RESOURCES_DIR: folder.default('resources/extra'),
  TIME_ZONE: rule('timeZone', (value) => (isTimeZone(value) ? value : undefined)).optional(),
  SOCKETS_PER_ADDRESS: rule('count', (value) =>
    /^\d{1,6}$/.test(value) && Number(value) > 0 ? Number(value) : undefined,
  ).default(3_000),
  TRUSTED_PROXIES: proxies.prefault('loopback'),
  WEBHOOK_NETWORKS: networks.optional(),
  METRICS_TOKEN: rule('metricsToken', (value) => (/^[\w-]{16,128}$/.test(value) ? value : undefined)).optional(),
  MAX_EVENT_LOOP_DELAY: wholeNumber('loopDelay', 0, 60_000).default(1_000),
  MIN_FREE_DISK: wholeNumber('megabytes', 0, 999_999).default(200),
  BACKUP_DIR: folder.optional(),
  BACKUP_EVERY: wholeNumber('hours', 0, 720).default(0),
  BACKUP_KEEP: rule('count', (value) =>
    /^\d{1,3}$/.test(value) && Number(value) > 0 ? Number(value) : undefined,
  ).default(7),
  BACKUP_KEY: rule('backupKey', (value) => (value.length >= 16 && value.length <= 200 ? value : undefined)).optional(),
  STOP_DELAY: wholeNumber('seconds', 0, 300).default(0),
  PRODUCT_NAME: name.default('Управдом'),
};

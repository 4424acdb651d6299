import { isIP } from 'node:net';
import * as z from 'zod';
import { findRouteOwner } from '#resources/language/reserved-routes.ts';
import { isTimeZone } from '#resources/time-zone.ts';
import { trimEnd } from '#resources/trim-end.ts';

/** A zod rule whose only issue is the text key of the expected format. */
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

/** A whole number within inclusive bounds. */
const wholeNumber = (expected: string, min: number, max: number) =>
  rule(expected, (value) => {
    const count = /^\d{1,6}$/.test(value) ? Number(value) : -1;
    return count >= min && count <= max ? count : undefined;
  });

const folder = rule('folder', (value) => (value.includes('\0') ? undefined : value));

const name = rule('name', (value) => (value.length <= 60 ? value : undefined));

/** A URL with one of these protocols. With `bare`, no user, password, query or fragment, because paths are appended to it. */
const address = (expected: string, protocols: readonly string[], bare = false) =>
  rule(expected, (value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || !protocols.includes(url.protocol) || url.hostname === '') return undefined;
    if (bare && (url.username || url.password || url.search || url.hash)) return undefined;
    return bare ? trimEnd(value, '/') : value;
  });

const WEB = ['http:', 'https:'] as const;

/** Comma-separated paths, each `/name/` or deeper; none that the console serves itself. */
const paths = rule('paths', (value) => {
  const list = value.split(',').map((path) => `${trimEnd(path.trim(), '/')}/`);
  const isFree = (path: string) => /^\/([\w-][\w.-]*\/)+$/.test(path) && findRouteOwner(path) === null;
  return list.every(isFree) ? [...new Set(list)] : undefined;
});

/** Named address groups that Fastify understands. */
const ADDRESS_GROUPS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

const isNetwork = (value: string): boolean => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(prefix ?? 0) <= (family === 4 ? 32 : 128);
};

/** Comma-separated addresses, networks and address groups. */
const proxies = rule('proxies', (value) => {
  const list = value.split(',').map((item) => item.trim());
  return list.every((item) => ADDRESS_GROUPS.has(item) || isNetwork(item)) ? list : undefined;
});

/** Comma-separated addresses and networks. */
const networks = rule('networks', (value) => {
  const list = value.split(',').map((item) => item.trim());
  return list.every(isNetwork) ? list : undefined;
});

/** Rules and defaults of the settings by variable name; `FIREBASE_…` are in `config-push.ts`. */
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

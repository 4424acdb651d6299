import type { SecurityLog } from '#server/access/security-log.ts';
import type { SignInThrottle } from '#server/access/throttle.ts';
import type { SessionLimits } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from '#server/live/bus.ts';
import type { ConnectionLimits } from '#server/live/connection-limits.ts';
import type { Topics } from '#server/live/topics.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { ChatEvent } from './events.ts';
import type { Presence } from './presence.ts';
import { ChatRefusal } from './replies.ts';
import type { Session, SignedIn } from './session.ts';
import type { SessionRegistry } from './session-registry.ts';
import type { Views } from './views.ts';

/** The chat in the box, as its packets see it. */
export interface Chat {
  /** The database's queries. Inside a transaction use the transaction. */
  db: Db;
  bus: Bus<Topics>;
  registry: SessionRegistry;
  views: Views;
  dispatcher: Dispatcher;
  presence: Presence;
  throttle: SignInThrottle;
  limits: ConnectionLimits;
  security: SecurityLog;
  /** How long sessions last. */
  sessions: SessionLimits;
  /** Build, as `hi` tells it. */
  build: string;
  /** Told of what fails aside of an answer. */
  failed(error: unknown): void;
  now(): Date;
}

/** The signed-in person of a session. @throws ChatRefusal signInFirst */
export function requireSignedIn(session: Session): SignedIn {
  if (!session.self) throw new ChatRefusal('signInFirst');
  return session.self;
}

/** Tells every process what happened. Pass the transaction of the write. */
export function tell(chat: Chat, trx: Db, event: ChatEvent): Promise<void> {
  return chat.bus.publish(trx, 'chat', event);
}

/** The sign that clears a field (A1). */
export const CLEAR = '␡';
const DEEPEST = 16;
/** Most that a person, or a topic, may keep in one such field, bytes of JSON: it is sent to all that see it (A5). */
const FIELD_MAX = 16_384;

/** As it is stored. @throws ChatRefusal policy when it has grown too large */
export function storedField(value: Record<string, unknown> | null): string | null {
  const json = value && JSON.stringify(value);
  if (json && Buffer.byteLength(json) > FIELD_MAX) throw new ChatRefusal('policy');
  return json;
}

/**
 * A copy of what is stored with a change merged in, at every depth (A1). A list replaces a list; `␡` takes a key away, or
 * all.
 * @returns null when nothing is left
 */
export function mergeChange(current: unknown, change: unknown, depth = 0): Record<string, unknown> | null {
  if (change === CLEAR) return null;
  if (!isObject(change)) return isObject(current) ? current : null;
  if (depth > DEEPEST) throw new ChatRefusal('malformed');
  const result: Record<string, unknown> = { ...(isObject(current) ? current : {}) };
  for (const [key, value] of Object.entries(change)) {
    if (value === CLEAR || key === '__proto__') delete result[key];
    else if (isObject(value)) result[key] = mergeChange(result[key], value, depth + 1) ?? {};
    else result[key] = value;
  }
  return Object.keys(result).length ? result : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** Shared services and state of the built-in chat, passed to every packet handler. */
export interface Chat {
  /** Query builder of the database; inside a transaction use the transaction instead. */
  db: Db;
  bus: Bus<Topics>;
  registry: SessionRegistry;
  views: Views;
  dispatcher: Dispatcher;
  presence: Presence;
  throttle: SignInThrottle;
  limits: ConnectionLimits;
  security: SecurityLog;
  /** Session lifetimes. */
  sessions: SessionLimits;
  /** Build string sent in the answer to `hi`. */
  build: string;
  /** Reports errors of work that no client waits for. */
  failed(error: unknown): void;
  now(): Date;
}

/** The signed-in person of a session. @throws ChatRefusal signInFirst */
export function requireSignedIn(session: Session): SignedIn {
  if (!session.self) throw new ChatRefusal('signInFirst');
  return session.self;
}

/** Publishes an event to all processes. Pass the transaction of the write. */
export function publishChatEvent(chat: Chat, trx: Db, event: ChatEvent): Promise<void> {
  return chat.bus.publish(trx, 'chat', event);
}

/** Value that deletes a field (A1). */
export const DELETE_MARK = '␡';
const MAX_DEPTH = 16;
/** Size limit of such a field of a person or topic, bytes of JSON, because it is sent to everybody who sees it (A5). */
const FIELD_MAX = 16_384;

/** Serializes a field for storage. @throws ChatRefusal policy when it is too large */
export function serializeField(value: Record<string, unknown> | null): string | null {
  const json = value && JSON.stringify(value);
  if (json && Buffer.byteLength(json) > FIELD_MAX) throw new ChatRefusal('policy');
  return json;
}

/**
 * Merges a change into a copy of the stored value, at every depth (A1). A list replaces a list; `␡` deletes a key, or the whole
 * value.
 * @returns null when nothing is left
 */
export function mergeChange(current: unknown, change: unknown, depth = 0): Record<string, unknown> | null {
  if (change === DELETE_MARK) return null;
  if (!isObject(change)) return isObject(current) ? current : null;
  if (depth > MAX_DEPTH) throw new ChatRefusal('malformed');
  const result: Record<string, unknown> = { ...(isObject(current) ? current : {}) };
  for (const [key, value] of Object.entries(change)) {
    if (value === DELETE_MARK || key === '__proto__') delete result[key];
    else if (isObject(value)) result[key] = mergeChange(result[key], value, depth + 1) ?? {};
    else result[key] = value;
  }
  return Object.keys(result).length ? result : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

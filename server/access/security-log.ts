import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/tables.ts';
import type { ErrorCode } from '#server/http/errors.ts';
import { networkPrefix } from './attempts.ts';

/** A refused request and its author. Contains nothing that was typed, because any field may contain a password. */
export interface SecurityEvent {
  action: 'sign-in-failed' | 'throttled' | 'wrong-code' | 'refused';
  /** Error code of the refusal. */
  reason: string;
  /** Id of the person, if known. */
  user: number | null;
  /** Network address of the client. */
  address: string;
  /** Method and route pattern, without ids. */
  where: string;
  /** `request.id`. */
  request: string;
  /** An unknown phone that was tried; stored in the database only, not in the log. */
  phone?: string;
}

/** Limits that keep a flood of refusals from filling the disk. */
export const SECURITY_LOG = {
  /** Repetitions of an event within this time share one row, ms. */
  window: 3_600_000,
  /** Token bucket of new rows: `burst` at once, then one per `every` ms. */
  rows: { burst: 300, every: 6_000 },
  /** Maximum of events in memory. */
  remembered: 2_000,
  /** Rows kept in the database, and for how long, ms. */
  kept: { rows: 100_000, for: 180 * 86_400_000 },
} as const;

interface EventRow {
  event: SecurityEvent;
  times: number;
  /** Value of `times` in the database. */
  written: number;
  since: number;
  id: Promise<number | null>;
}

const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0;

const eventKey = ({ action, reason, user, address, where, phone }: SecurityEvent) =>
  JSON.stringify([action, reason, user, networkPrefix(address), where, phone]);

/**
 * Writes refused requests to the log and to `audit` (resource `security`). Repetitions within an hour share one row, whose count
 * is updated at 1, 2, 4, 8 …; events beyond `SECURITY_LOG.rows` are only counted in a row with the reason `left-out`. Requests
 * never wait for these writes or fail because of them.
 */
export class SecurityLog {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly #rows = new Map<string, EventRow>();
  #writing: Promise<unknown> = Promise.resolve();
  #allowance: number = SECURITY_LOG.rows.burst;
  #filledAt: number;

  constructor(db: Db, now: () => Date, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#db = db;
    this.#now = now;
    this.#log = log;
    this.#filledAt = now().getTime();
  }

  /** Records an event without waiting for the write. */
  note(event: SecurityEvent): void {
    const now = this.#now().getTime();
    if (this.#countRepetition(event, now)) return;
    if (this.#mayWrite(now)) {
      this.#addRow(event, now);
      return;
    }
    const { phone: _, ...eventWithoutPhone } = event;
    const leftOutEvent = { ...eventWithoutPhone, reason: 'left-out', user: null, address: '', where: '' };
    if (!this.#countRepetition(leftOutEvent, now)) this.#addRow(leftOutEvent, now);
  }

  /** Waits until all recorded events are written. */
  async flush(): Promise<void> {
    for (const row of this.#rows.values()) this.#saveCount(row);
    await this.#writing;
  }

  #addRow(event: SecurityEvent, now: number): void {
    const id = this.#write(() => this.#insert(event));
    this.#rows.set(eventKey(event), { event, times: 1, written: 1, since: now, id });
    this.#logEvent(event, 1);
    for (const [oldest, row] of this.#rows) {
      if (this.#rows.size <= SECURITY_LOG.remembered) break;
      this.#saveCount(row);
      this.#rows.delete(oldest);
    }
  }

  /** Counts an event that already has a row. @returns false when there is none, or it is too old */
  #countRepetition(event: SecurityEvent, now: number): boolean {
    const key = eventKey(event);
    const row = this.#rows.get(key);
    if (!row) return false;
    if (now - row.since >= SECURITY_LOG.window) {
      this.#saveCount(row);
      this.#rows.delete(key);
      return false;
    }
    row.times += 1;
    if (isPowerOfTwo(row.times)) {
      this.#saveCount(row);
      this.#logEvent(row.event, row.times);
    }
    return true;
  }

  /** Updates the count in the database. */
  #saveCount(row: EventRow): void {
    if (row.times === row.written) return;
    const { times } = row;
    row.written = times;
    void this.#write(async () => {
      const id = await row.id;
      if (id !== null) await this.#db.updateTable('audit').set({ times }).where('id', '=', id).execute();
      return id;
    });
  }

  #mayWrite(now: number): boolean {
    const { burst, every } = SECURITY_LOG.rows;
    const refillCount = Math.floor((now - this.#filledAt) / every);
    if (refillCount > 0) {
      this.#allowance = Math.min(burst, this.#allowance + refillCount);
      this.#filledAt += refillCount * every;
    }
    if (this.#allowance <= 0) return false;
    this.#allowance -= 1;
    return true;
  }

  async #insert({ action, reason, user, address, where, request, phone }: SecurityEvent): Promise<number> {
    const { id } = await this.#db
      .insertInto('audit')
      .values({
        user_id: user,
        action,
        resource: 'security',
        record_id: null,
        before: null,
        after: JSON.stringify({ reason, ...(where ? { where } : {}), ...(phone ? { phone } : {}) }),
        request_id: request,
        address: address || null,
        at: this.#now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** One write at a time, so that a flood takes at most one connection. */
  #write(work: () => Promise<number | null>): Promise<number | null> {
    const result = this.#writing.then(work).catch((error: unknown) => {
      this.#log.error({ err: error }, 'a security event cannot be written down');
      return null;
    });
    this.#writing = result;
    return result;
  }

  #logEvent({ phone: _, ...event }: SecurityEvent, times: number): void {
    this.#log.warn({ security: { ...event, times } }, 'security');
  }
}

const THROTTLED_CODES: ReadonlySet<ErrorCode> = new Set([
  'too_many_sign_ins',
  'too_many_requests',
  'too_many_uploads',
  'sms_limit',
  'code_limit',
]);
/** 403 codes that are a normal step of a procedure, not a missing right. */
const EXPECTED_403: ReadonlySet<ErrorCode> = new Set(['code_needed', 'confirm_needed']);

/** Security event for an error code; null for an ordinary error. */
export function securityAction(code: ErrorCode, status: number): SecurityEvent['action'] | null {
  if (THROTTLED_CODES.has(code)) return 'throttled';
  if (code === 'wrong_code') return 'wrong-code';
  if (code === 'account_suspended') return 'refused';
  return status === 403 && !EXPECTED_403.has(code) ? 'refused' : null;
}

/** Logs a security-relevant action; its row in `audit` is written by the transaction of the action. */
export function logSecurityEvent(
  request: Pick<FastifyRequest, 'log' | 'ip'>,
  auditEntry: { action: string; user: number; record: number | string },
): void {
  request.log.info({ security: { ...auditEntry, address: request.ip } }, 'security');
}

/** Records every security-relevant refusal. Call it before the routes are registered. */
export function recordRefusals(app: FastifyInstance, security: SecurityLog): void {
  app.addHook('onResponse', async (request) => {
    const { securityEvent } = request;
    if (!securityEvent) return;
    const reader = request.reader ?? request.tokenOwner;
    const { method, url = '' } = request.routeOptions;
    security.note({
      ...securityEvent,
      user: reader?.viewer ?? reader?.user ?? request.subjectUserId,
      address: request.ip,
      where: `${method} ${url}`,
      request: request.id,
    });
  });
  app.addHook('onClose', () => security.flush());
}

/** Deletes rows of refusals that are too old or too many. @returns how many */
export async function sweepSecurity(
  db: Db,
  now: Date,
  limits: { rows: number; for: number } = SECURITY_LOG.kept,
): Promise<number> {
  const oldest = db
    .selectFrom('audit')
    .where('resource', '=', 'security')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(limits.rows);
  const result = await db
    .deleteFrom('audit')
    .where('resource', '=', 'security')
    .where((eb) => eb.or([eb('at', '<', new Date(now.getTime() - limits.for)), eb('id', '<=', oldest)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

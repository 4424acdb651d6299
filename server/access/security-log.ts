import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/tables.ts';
import type { ErrorCode } from '#server/http/errors.ts';
import { networkPrefix } from './attempts.ts';

/** A refused call and its author. It holds nothing that was typed, since any field may contain a password. */
export interface SecurityEvent {
  action: 'sign-in-failed' | 'throttled' | 'wrong-code' | 'refused';
  /** Why: the code of the refusal. */
  reason: string;
  /** Id of the person, as far as known. */
  user: number | null;
  /** Network address of the client. */
  address: string;
  /** The called method and route, without ids. */
  where: string;
  /** `request.id`. */
  request: string;
  /** A phone that was tried and is unknown. Kept in the database only. */
  phone?: string;
}

/** Limits that keep a flood of refused calls from filling the disk. */
export const SECURITY_LOG = {
  /** The same event is one row for so long, ms. */
  window: 3_600_000,
  /** Rows that may be written at once, and the time after which one more may be, ms. */
  rows: { burst: 300, every: 6_000 },
  /** Events remembered in memory. */
  remembered: 2_000,
  /** Rows that stay in the database, and for how long, ms. */
  kept: { rows: 100_000, for: 180 * 86_400_000 },
} as const;

interface Row {
  event: SecurityEvent;
  times: number;
  /** `times` as it stands in the database. */
  written: number;
  since: number;
  id: Promise<number | null>;
}

const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0;

const eventKey = ({ action, reason, user, address, where, phone }: SecurityEvent) =>
  JSON.stringify([action, reason, user, networkPrefix(address), where, phone]);

/**
 * Writes refused calls to the log and to `audit` (resource `security`). The same event within an hour is one row with a count,
 * written at 1, 2, 4, 8 …; beyond `SECURITY_LOG.rows` events are only counted in a row of their own (`left-out`). Nothing waits
 * for it and nothing fails with it.
 */
export class SecurityLog {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly #rows = new Map<string, Row>();
  #writing: Promise<unknown> = Promise.resolve();
  #allowance: number = SECURITY_LOG.rows.burst;
  #filledAt: number;

  constructor(db: Db, now: () => Date, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#db = db;
    this.#now = now;
    this.#log = log;
    this.#filledAt = now().getTime();
  }

  /** Notes an event; returns at once. */
  note(event: SecurityEvent): void {
    const now = this.#now().getTime();
    if (this.#repeats(event, now)) return;
    if (this.#mayWrite(now)) {
      this.#begin(event, now);
      return;
    }
    const { phone: _, ...rest } = event;
    const left = { ...rest, reason: 'left-out', user: null, address: '', where: '' };
    if (!this.#repeats(left, now)) this.#begin(left, now);
  }

  /** Waits until everything is written that was noted. */
  async flush(): Promise<void> {
    for (const row of this.#rows.values()) this.#settle(row);
    await this.#writing;
  }

  #begin(event: SecurityEvent, now: number): void {
    const id = this.#write(() => this.#insert(event));
    this.#rows.set(eventKey(event), { event, times: 1, written: 1, since: now, id });
    this.#tell(event, 1);
    for (const [oldest, row] of this.#rows) {
      if (this.#rows.size <= SECURITY_LOG.remembered) break;
      this.#settle(row);
      this.#rows.delete(oldest);
    }
  }

  /** Counts an event whose row is there already. @returns false where there is none, or it is too old */
  #repeats(event: SecurityEvent, now: number): boolean {
    const key = eventKey(event);
    const row = this.#rows.get(key);
    if (!row) return false;
    if (now - row.since >= SECURITY_LOG.window) {
      this.#settle(row);
      this.#rows.delete(key);
      return false;
    }
    row.times += 1;
    if (isPowerOfTwo(row.times)) {
      this.#settle(row);
      this.#tell(row.event, row.times);
    }
    return true;
  }

  /** Brings the count in the database up to date. */
  #settle(row: Row): void {
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
    const refill = Math.floor((now - this.#filledAt) / every);
    if (refill > 0) {
      this.#allowance = Math.min(burst, this.#allowance + refill);
      this.#filledAt += refill * every;
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

  /** One write after the other, so that a flood takes one connection at the most. */
  #write(work: () => Promise<number | null>): Promise<number | null> {
    const result = this.#writing.then(work).catch((error: unknown) => {
      this.#log.error({ err: error }, 'a security event cannot be written down');
      return null;
    });
    this.#writing = result;
    return result;
  }

  #tell({ phone: _, ...event }: SecurityEvent, times: number): void {
    this.#log.warn({ security: { ...event, times } }, 'security');
  }
}

const THROTTLED: ReadonlySet<ErrorCode> = new Set([
  'too_many_sign_ins',
  'too_many_requests',
  'too_many_uploads',
  'sms_limit',
  'code_limit',
]);
/** Refusals with 403 that say nothing of a right: part of the ordinary way. */
const ORDINARY: ReadonlySet<ErrorCode> = new Set(['code_needed', 'confirm_needed']);

/** The security event that a refusal counts as; null for an ordinary refusal. */
export function securityAction(code: ErrorCode, status: number): SecurityEvent['action'] | null {
  if (THROTTLED.has(code)) return 'throttled';
  if (code === 'wrong_code') return 'wrong-code';
  if (code === 'account_suspended') return 'refused';
  return status === 403 && !ORDINARY.has(code) ? 'refused' : null;
}

/** Logs an action that matters to security; its row in `audit` is written in the transaction of the action. */
export function logSecurityEvent(
  request: Pick<FastifyRequest, 'log' | 'ip'>,
  auditEntry: { action: string; user: number; record: number | string },
): void {
  request.log.info({ security: { ...auditEntry, address: request.ip } }, 'security');
}

/** Notes every refusal of a route that matters to security. To be called before the routes. */
export function noteRefusals(app: FastifyInstance, security: SecurityLog): void {
  app.addHook('onResponse', async (request) => {
    const { refusal } = request;
    if (!refusal) return;
    const reader = request.reader ?? request.tokenOwner;
    const { method, url = '' } = request.routeOptions;
    security.note({
      ...refusal,
      user: reader?.viewer ?? reader?.user ?? request.about,
      address: request.ip,
      where: `${method} ${url}`,
      request: request.id,
    });
  });
  app.addHook('onClose', () => security.flush());
}

/** Deletes rows of refused calls that are too old or too many. @returns how many */
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

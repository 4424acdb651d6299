import type { FastifyRequest } from 'fastify';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Creation, Once } from '#server/http/once.ts';
import type { Places } from '#server/live/publish.ts';
import { refuseStale } from '../record-version.ts';
import { type TellingSection, tellCreated } from './told.ts';

/** The parts of a call that a write needs. */
interface WritingCall {
  reader: Reader;
  request: FastifyRequest;
}

/** How a section finds the records that it changes. */
interface WrittenRecords<Found> {
  /** Their name in the audit log; left out: the name of the definition. */
  resource?: string;
  /** A record in reach, locked until the transaction ends. @throws ApiError where the reader may see it and not change it */
  find(trx: Db, reader: Reader, id: number): Promise<Found | null>;
}

/** A record that was made: what its call answers, and what the audit log keeps of it and others are told. */
interface Made<Answer> {
  id: number;
  answer: Answer;
  after: object;
  /** Its buildings and entrances, where the section notifies people of new records. */
  places?: Places;
  /** It is announced later. */
  isUntold?: boolean;
}

/** Outcome of a change. `logged` left out or null: nothing changed, and nothing is logged. */
interface Changed<Result> {
  result: Result;
  logged: { action?: string; before?: object; after?: object } | null;
}

/** The version that the edit form loaded, and the present values of the record's parts to compare it with. */
interface EditBase<Found> {
  version: unknown;
  parts(trx: Db, found: Found): readonly object[] | Promise<readonly object[]>;
  /** Values compared with the log to find who changed the record, where the log keeps more than the parts. */
  auditValues?(found: Found): object;
}

/** The writes of a section: each in one transaction with its line in the audit log. */
export interface RecordWrites<Found> {
  /**
   * Creates a record, once for each key of the call (`server/http/once.ts`).
   * @returns the answer, or what `afterCommit` makes of it
   */
  create<Answer>(
    call: WritingCall & { once: Once },
    creation: Omit<Creation<Answer>, 'make' | 'stands'> & {
      make(trx: Db): Promise<Made<Answer>>;
      /** Whether the record that was answered still exists, and the reader may see it. */
      stands(trx: Db, answer: Answer): Promise<boolean>;
    },
  ): Promise<Answer>;
  /**
   * Does something to a record.
   * @param base the version it was edited by; left out, whatever is there is overwritten
   * @throws ApiError not_found; record_changed where it was changed since that version
   */
  change<Result>(
    call: WritingCall,
    target: { id: number; action?: string; base?: EditBase<Found> },
    work: (trx: Db, found: Found) => Promise<Changed<Result>>,
  ): Promise<Result>;
  /** Deletes a record. @param remove returns what the log keeps of it */
  remove(call: WritingCall, id: number, remove: (trx: Db, found: Found) => Promise<object>): Promise<void>;
  /**
   * Restores a deleted record.
   * @param bring loads it by itself, since `find` does not see deleted ones; without its `after` the log entry holds no values
   */
  restore<Result>(
    call: WritingCall,
    id: number,
    bring: (trx: Db) => Promise<{ result: Result; after?: object }>,
  ): Promise<Result>;
}

/**
 * The one way a built-in section writes: transaction, reach, version, audit, and notifications by its definition. Whatever is a
 * section's own stands in its callbacks.
 */
export function recordWrites<Found>(
  context: Pick<ServerContext, 'db' | 'bus'>,
  definition: TellingSection & { readonly name: string },
  records: WrittenRecords<Found>,
): RecordWrites<Found> {
  const { db } = context;
  const { resource = definition.name, find } = records;
  const log = (
    trx: Db,
    { reader, request }: WritingCall,
    auditEntry: { action: string; record: number; before?: object; after?: object },
  ) =>
    audit(trx, {
      ...auditEntry,
      resource,
      user: reader.user,
      request: request.id,
    });
  const change: RecordWrites<Found>['change'] = (call, { id, action = 'update', base }, work) =>
    db.transaction().execute(async (trx) => {
      const record = await find(trx, call.reader, id);
      if (!record) throw new ApiError('not_found');
      if (base && base.version !== undefined) {
        const auditValues = base.auditValues?.(record);
        const parts = await base.parts(trx, record);
        await refuseStale(trx, base.version, { resource, record: id, parts, ...(auditValues ? { auditValues } : {}) });
      }
      const { result, logged } = await work(trx, record);
      if (logged) await log(trx, call, { action, record: id, ...logged });
      return result;
    });
  return {
    create: async (call, { make, stands, afterCommit }) => {
      const answer = await db.transaction().execute((trx) =>
        call.once(trx, {
          ...(afterCommit ? { afterCommit } : {}),
          make: async () => {
            const { id, answer, after, places, isUntold = false } = await make(trx);
            const values = after as Readonly<Record<string, unknown>>;
            if (!isUntold)
              await tellCreated(context, trx, definition, { id, values, places, sender: call.reader.user });
            await log(trx, call, { action: 'create', record: id, after });
            return answer;
          },
          stands: (answer) => stands(trx, answer),
        }),
      );
      return afterCommit ? afterCommit(answer) : answer;
    },
    change,
    remove: (call, id, remove) =>
      change(call, { id, action: 'delete' }, async (trx, found) => ({
        result: undefined,
        logged: { before: await remove(trx, found) },
      })),
    restore: (call, id, bring) =>
      db.transaction().execute(async (trx) => {
        const { result, after } = await bring(trx);
        await log(trx, call, { action: 'restore', record: id, ...(after ? { after } : {}) });
        return result;
      }),
  };
}

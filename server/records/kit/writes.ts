import type { FastifyRequest } from 'fastify';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Creation, Once } from '#server/http/once.ts';
import type { Places } from '#server/live/publish.ts';
import { refuseStale } from '../record-version.ts';
import { type NotifyingSection, notifyCreated } from './notify-created.ts';

/** The parts of a route call that a write needs. */
interface WritingCall {
  reader: Reader;
  request: FastifyRequest;
}

/** How a section finds the records to change. */
interface WrittenRecords<Found> {
  /** Resource name in the audit log; default the name of the definition. */
  resource?: string;
  /**
   * Returns a record in reach, locked until the transaction ends.
   * @throws ApiError if the reader may see it but not change it
   */
  find(trx: Db, reader: Reader, id: number): Promise<Found | null>;
}

/** A created record: the answer to the call, and the values for the audit log and notifications. */
interface CreatedRecord<Answer> {
  id: number;
  answer: Answer;
  after: object;
  /** Its buildings and entrances, if the section notifies people of new records. */
  places?: Places;
  /** Whether people are not notified now, because the record is announced later. */
  isAnnouncedLater?: boolean;
}

/** Outcome of a change; without `logged` nothing changed, and nothing is audited. */
interface ChangeResult<Result> {
  result: Result;
  logged: { action?: string; before?: object; after?: object } | null;
}

/** The version that the edit form loaded, and the current values of the record's parts to compare it with. */
interface EditBase<Found> {
  version: unknown;
  parts(trx: Db, found: Found): readonly object[] | Promise<readonly object[]>;
  /** Values compared with the audit log to find who changed the record, if the log holds more than the parts. */
  auditValues?(found: Found): object;
}

/** Writes of a section; each runs in one transaction and is audited. */
export interface RecordWrites<Found> {
  /**
   * Creates a record, once per idempotency key (`server/http/once.ts`).
   * @returns the answer, or the result of `afterCommit`
   */
  create<Answer>(
    call: WritingCall & { once: Once },
    creation: Omit<Creation<Answer>, 'create' | 'isStillVisible'> & {
      create(trx: Db): Promise<CreatedRecord<Answer>>;
      /** Whether the record of the stored answer still exists and the reader may see it. */
      isStillVisible(trx: Db, answer: Answer): Promise<boolean>;
    },
  ): Promise<Answer>;
  /**
   * Changes a record.
   * @param base the version that was edited; without it the record is overwritten
   * @throws ApiError not_found; record_changed if it was changed since that version
   */
  change<Result>(
    call: WritingCall,
    target: { id: number; action?: string; base?: EditBase<Found> },
    work: (trx: Db, found: Found) => Promise<ChangeResult<Result>>,
  ): Promise<Result>;
  /**
   * Deletes a record.
   * @param remove deletes it and returns the values for the audit log
   */
  remove(call: WritingCall, id: number, remove: (trx: Db, found: Found) => Promise<object>): Promise<void>;
  /**
   * Restores a deleted record.
   * @param load loads and restores it, since `find` does not return deleted records; without `after` the audit entry has no
   * values
   */
  restore<Result>(
    call: WritingCall,
    id: number,
    load: (trx: Db) => Promise<{ result: Result; after?: object }>,
  ): Promise<Result>;
}

/**
 * Creates the writes of a built-in section: transaction, reach, version check, audit, and notifications by its definition.
 * Section-specific parts are in the callbacks.
 */
export function recordWrites<Found>(
  context: Pick<ServerContext, 'db' | 'bus'>,
  definition: NotifyingSection & { readonly name: string },
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
    create: async (call, { create, isStillVisible, afterCommit }) => {
      const answer = await db.transaction().execute((trx) =>
        call.once(trx, {
          ...(afterCommit ? { afterCommit } : {}),
          create: async () => {
            const { id, answer, after, places, isAnnouncedLater = false } = await create(trx);
            const values = after as Readonly<Record<string, unknown>>;
            if (!isAnnouncedLater)
              await notifyCreated(context, trx, definition, { id, values, places, sender: call.reader.user });
            await log(trx, call, { action: 'create', record: id, after });
            return answer;
          },
          isStillVisible: (answer) => isStillVisible(trx, answer),
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
    restore: (call, id, load) =>
      db.transaction().execute(async (trx) => {
        const { result, after } = await load(trx);
        await log(trx, call, { action: 'restore', record: id, ...(after ? { after } : {}) });
        return result;
      }),
  };
}

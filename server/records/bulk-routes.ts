import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { isBulkField } from '#resources/language/bulk-fields.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { ReaderLevel } from '#resources/language/field-levels.ts';
import { stateFields } from '#resources/language/moves.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { BULK } from '#resources/limits.ts';
import { bulkAnswer } from '#resources/protocol/bulk.ts';
import { bulkRecordsBody } from '#resources/protocol/definitions/bulk-records.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { applyToEach } from '#server/http/bulk.ts';
import { FieldsError } from '#server/http/errors.ts';
import { isRepetition } from '#server/http/once.ts';
import { route } from '#server/http/route.ts';
import { parsePayload } from '#server/http/validation.ts';
import { type ChangeContext, changeRecord, removeRecord, restoreRecord } from './changes.ts';
import { CHANGE, collectionUrl, createExampleRecord, resourceParams } from './declared.ts';
import { recordKey } from './deletion.ts';
import { lowestVisibleLevel, readerView } from './field-rights.ts';
import { createFilePurgeScheduler } from './files-set-aside.ts';
import { createFetchList } from './import-lists.ts';
import { refuseUnlisted } from './listed-values.ts';
import { notifyRecords, type StoredRecordEvent } from './notify-records.ts';
import { publishWritten, publishWrittenByKey } from './publish-written.ts';
import { sortForRestore } from './restore-deleted.ts';
import { createContextDefaults, sectionsOfDeletion, type WriteSection } from './writing.ts';

/**
 * Validates the values to write into each record.
 * @throws FieldsError for fields that cannot be changed in bulk
 */
function validateValues(resource: Resource, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const bulkFields = new Map(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      isBulkField(resource, name) ? [[wireName(name, field), field] as const] : [],
    ),
  );
  const sentNames = Object.keys(changes);
  const refusedNames = sentNames.filter((name) => !bulkFields.has(name));
  const stateWires = new Set(stateFields(resource).map(({ wire }) => wire));
  const computedWires = new Set(
    Object.entries(resource.fields).flatMap(([name, field]) => (field.computed ? wireName(name, field) : [])),
  );
  const lockedWires = new Set(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      resource.locked?.has(name) ? wireName(name, field) : [],
    ),
  );
  const reasonFor = (name: string) =>
    lockedWires.has(name)
      ? 'kinds.locked'
      : stateWires.has(name)
        ? 'validation.movedOnly'
        : computedWires.has(name)
          ? 'kinds.computed'
          : 'validation.unknown';
  if (refusedNames.length)
    throw new FieldsError(Object.fromEntries(refusedNames.map((name) => [name, [reasonFor(name)]])));
  const rules = sentNames.flatMap((name) => {
    const field = bulkFields.get(name);
    return field ? [[name, fieldRule(field)] as const] : [];
  });
  return parsePayload(z.object(Object.fromEntries(rules)), changes);
}

/** Route that changes, deletes or restores many records in one call. */
export function bulkRecordRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
  writeSection: WriteSection,
): void {
  const { db, now, bus } = context;
  const purgeFiles = createFilePurgeScheduler(app, context);
  const defaults = createContextDefaults(context);

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/bulk/',
    summary: `Изменить, удалить или вернуть до ${BULK.perCall} записей; отвечает, что из них и почему не изменилось`,
    access: { ...CHANGE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    body: bulkRecordsBody,
    once: true,
    answer: bulkAnswer,
    example: async (world) => {
      const id = Number((await createExampleRecord(world)).split('/').at(-1));
      return { url: `${collectionUrl(world)}/bulk/`, body: { do: 'delete', ids: [id] } };
    },
    handle: async ({ reader, params, body, once, request }) => {
      if (body.do === 'change' && !(await isRepetition(db, request)))
        await refuseUnlisted(createFetchList(app, request), requireDefinition(params.resource), body.values);
      let hasLostFiles = false;
      const work = (trx: Db, resource: Resource, linked: readonly Resource[]) =>
        once(trx, {
          create: async () => {
            hasLostFiles = false;
            const values = body.do === 'change' ? validateValues(readerView(reader, resource), body.values) : {};
            const changing: ChangeContext = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
            const fieldPrefix = (wire: string) => {
              const entry = Object.entries(resource.fields).find(([name, field]) => wireName(name, field) === wire);
              return entry?.[1].label ? `${entry[1].label}: ` : '';
            };
            // Some records may already be deleted or restored along with others of the call.
            const handledKeys = new Set<string>();
            const recordEvents: StoredRecordEvent[] = [];
            const levels = new Map<number, ReaderLevel>();
            const changeOne = async (id: number): Promise<void> => {
              if (body.do === 'change') {
                const changed = await changeRecord(changing, id, values);
                hasLostFiles ||= changed.hasLostFiles;
                levels.set(id, lowestVisibleLevel(resource, changed.before, changed.after.data));
                recordEvents.push({ on: 'change', before: changed.before, record: changed.after });
              } else if (!handledKeys.has(recordKey(resource, id))) {
                const { keys } = await (body.do === 'delete' ? removeRecord : restoreRecord)(changing, linked, id);
                for (const key of keys) handledKeys.add(key);
              }
            };
            const ids = body.do === 'restore' ? await sortForRestore(trx, resource, body.ids) : body.ids;
            const answer = await applyToEach(trx, ids, changeOne, fieldPrefix);
            if (body.do === 'change')
              await publishWritten(bus, trx, resource, answer.done, (id) => levels.get(id) ?? 'read');
            else await publishWrittenByKey(bus, trx, [resource, ...linked], handledKeys);
            await notifyRecords(bus, changing, recordEvents);
            return answer;
          },
          // The answer holds only ids that the sender gave, so it may always be repeated.
          isStillVisible: async () => true,
        });
      const answer = await writeSection(
        params.resource,
        work,
        body.do === 'change' ? undefined : sectionsOfDeletion(context),
      );
      if (hasLostFiles) purgeFiles();
      return answer;
    },
  });
}

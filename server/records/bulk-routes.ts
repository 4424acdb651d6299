import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { isBulkField } from '#resources/language/bulk-fields.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { HeldLevel } from '#resources/language/field-levels.ts';
import { stateFields } from '#resources/language/moves.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { BULK } from '#resources/limits.ts';
import { bulkAnswer } from '#resources/protocol/bulk.ts';
import { bulkRecordsBody } from '#resources/protocol/definitions/bulk-records.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { toEach } from '#server/http/bulk.ts';
import { FieldsError } from '#server/http/errors.ts';
import { isRepetition } from '#server/http/once.ts';
import { route } from '#server/http/route.ts';
import { parsePayload } from '#server/http/validation.ts';
import { inOrderOfReturn } from './bring-back.ts';
import { type Changing, changeRecord, removeRecord, restoreRecord } from './changes.ts';
import { CHANGE, collection, newRecord, resourceParams } from './declared.ts';
import { recordKey } from './deletion.ts';
import { leastLevel, readerView } from './field-rights.ts';
import { purgeFilesLater } from './files-set-aside.ts';
import { askAs } from './import-lists.ts';
import { refuseUnlisted } from './listed-values.ts';
import { type RecordHappening, tellRecords } from './tell-records.ts';
import { tellKeys, tellWritten } from './tell-written.ts';
import { createContextDefaults, reachOfDeletion, type Writing } from './writing.ts';

/** The values written into each record, by the rules of the fields that the writer sees. @throws FieldsError for fields that cannot be changed in bulk */
function valuesFor(resource: Resource, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const bulkFields = new Map(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      isBulkField(resource, name) ? [[wireName(name, field), field] as const] : [],
    ),
  );
  const names = Object.keys(changes);
  const unknown = names.filter((name) => !bulkFields.has(name));
  const moved = new Set(stateFields(resource).map(({ wire }) => wire));
  const computed = new Set(
    Object.entries(resource.fields).flatMap(([name, field]) => (field.computed ? wireName(name, field) : [])),
  );
  const locked = new Set(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      resource.locked?.has(name) ? wireName(name, field) : [],
    ),
  );
  const why = (name: string) =>
    locked.has(name)
      ? 'kinds.locked'
      : moved.has(name)
        ? 'validation.movedOnly'
        : computed.has(name)
          ? 'kinds.computed'
          : 'validation.unknown';
  if (unknown.length) throw new FieldsError(Object.fromEntries(unknown.map((name) => [name, [why(name)]])));
  const rules = names.flatMap((name) => {
    const field = bulkFields.get(name);
    return field ? [[name, fieldRule(field)] as const] : [];
  });
  return parsePayload(z.object(Object.fromEntries(rules)), changes);
}

/** Many records of a section in one call. */
export function bulkRecordRoutes(
  app: FastifyInstance,
  context: ServerContext,
  named: (name: string) => Resource,
  writing: Writing,
): void {
  const { db, now, bus } = context;
  const purgeFiles = purgeFilesLater(app, context);
  const defaults = createContextDefaults(context);

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/bulk/',
    summary: `Изменить, удалить или вернуть до ${BULK.ofCall} записей; отвечает, что из них и почему не изменилось`,
    access: { ...CHANGE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    body: bulkRecordsBody,
    once: true,
    answer: bulkAnswer,
    example: async (world) => {
      const id = Number((await newRecord(world)).split('/').at(-1));
      return { url: `${collection(world)}/bulk/`, body: { do: 'delete', ids: [id] } };
    },
    handle: async ({ reader, params, body, once, request }) => {
      if (body.do === 'change' && !(await isRepetition(db, request)))
        await refuseUnlisted(askAs(app, request), named(params.resource), body.values);
      let hasLostFiles = false;
      const work = (trx: Db, resource: Resource, linked: readonly Resource[]) =>
        once(trx, {
          make: async () => {
            hasLostFiles = false;
            const values = body.do === 'change' ? valuesFor(readerView(reader, resource), body.values) : {};
            const changing: Changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
            const label = (wire: string) => {
              const own = Object.entries(resource.fields).find(([name, field]) => wireName(name, field) === wire);
              return own?.[1].label ? `${own[1].label}: ` : '';
            };
            // Some may be deleted, or brought back, along with others of the call.
            const settled = new Set<string>();
            const happenings: RecordHappening[] = [];
            const levels = new Map<number, HeldLevel>();
            const doOne = async (id: number): Promise<void> => {
              if (body.do === 'change') {
                const changed = await changeRecord(changing, id, values);
                hasLostFiles ||= changed.hasLostFiles;
                levels.set(id, leastLevel(resource, changed.before, changed.after.data));
                happenings.push({ on: 'change', before: changed.before, record: changed.after });
              } else if (!settled.has(recordKey(resource, id))) {
                const { keys } = await (body.do === 'delete' ? removeRecord : restoreRecord)(changing, linked, id);
                for (const key of keys) settled.add(key);
              }
            };
            const ids = body.do === 'restore' ? await inOrderOfReturn(trx, resource, body.ids) : body.ids;
            const answer = await toEach(trx, ids, doOne, label);
            if (body.do === 'change')
              await tellWritten(bus, trx, resource, answer.done, (id) => levels.get(id) ?? 'read');
            else await tellKeys(bus, trx, [resource, ...linked], settled);
            await tellRecords(bus, changing, happenings);
            return answer;
          },
          // It tells no more than numbers that the sender has given.
          stands: async () => true,
        });
      const answer = await writing(params.resource, work, body.do === 'change' ? undefined : reachOfDeletion(context));
      if (hasLostFiles) purgeFiles();
      return answer;
    },
  });
}

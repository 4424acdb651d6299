import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { linkedSections } from '#resources/language/references.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { BULK } from '#resources/limits.ts';
import { type DeletionEffects, deletionEffects } from '#resources/protocol/definitions/deletion.ts';
import type { ServerContext } from '#server/context.ts';
import { refusalReason } from '#server/http/bulk.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { CHANGE, collectionUrl, createExampleRecord, resourceParams } from './declared.ts';
import { countSections, type LinkedRecord, planDeletion, recordKey } from './deletion.ts';
import { findVisibleRecord } from './queries.ts';
import { requireDeletable } from './write.ts';

const query = z.object({
  ids: queryIds.refine((ids) => (ids?.length ?? 0) <= BULK.selected, 'validation.tooMany'),
});

/** Number of distinct records per section. */
function countBySection(records: ReadonlyMap<string, LinkedRecord>): DeletionEffects['deleted'] {
  return countSections([...records.values()]).map(({ resource, count }) => ({
    section: resource.name,
    title: sectionTitle(resource.words),
    count,
  }));
}

/** Route that previews the effects of deleting records on those that refer to them. */
export function deletionRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
): void {
  const { db, catalogue } = context;
  route(app, {
    method: 'GET',
    url: '/api/records/:resource/deletion/',
    summary: `Что удалится и очистится вместе с записями (до ${BULK.selected}) и какие из них удалить нельзя: числа по разделам`,
    access: { ...CHANGE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    query,
    answer: deletionEffects,
    example: async (world) => {
      const id = (await createExampleRecord(world)).split('/').at(-1);
      return { url: `${collectionUrl(world)}/deletion/?ids=${id}` };
    },
    handle: async ({ reader, params, query: { ids } }) => {
      const resource = requireDefinition(params.resource);
      const linked = linkedSections(catalogue.generics, resource);
      const goneKeys = new Set<string>();
      const [deleted, cleared] = [new Map<string, LinkedRecord>(), new Map<string, LinkedRecord>()];
      const refused = new Map<string, number[]>();
      for (const id of ids ?? []) {
        // Already deleted along with another chosen record.
        if (goneKeys.has(recordKey(resource, id))) continue;
        try {
          const record = await findVisibleRecord(db, reader, resource, id);
          if (!record) throw new ApiError('not_found');
          await requireDeletable(db, reader, resource, record);
          const plan = await planDeletion(db, reader, linked, { resource, id }, goneKeys);
          goneKeys.add(recordKey(resource, id));
          for (const one of plan.deleted) {
            const key = recordKey(one.resource, one.record.id);
            goneKeys.add(key);
            deleted.set(key, one);
          }
          for (const one of plan.cleared) cleared.set(recordKey(one.resource, one.record.id), one);
        } catch (error) {
          const reason = refusalReason(error);
          if (reason === null) throw error;
          refused.set(reason, [...(refused.get(reason) ?? []), id]);
        }
      }
      for (const key of goneKeys) cleared.delete(key);
      // Chosen records do not count as side effects, even if another one's deletion would also delete them.
      for (const id of ids ?? []) deleted.delete(recordKey(resource, id));
      return {
        deleted: countBySection(deleted),
        cleared: countBySection(cleared),
        refused: [...refused].map(([reason, ids]) => ({ reason, ids })),
      };
    },
  });
}

import { companyDay } from '#resources/days.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { linkedSections } from '#resources/language/references.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';

import { lockInForce, Superseded } from './in-force.ts';
import { duplicateField } from './settle-indexes.ts';
import type { ReadContext } from './show.ts';

/** Attempts of a write if a new definition comes into force meanwhile. */
const ATTEMPTS_MAX = 5;

/**
 * Writes to the records of a section within one transaction.
 * @param reach returns all sections to lock, this one included; default only this one
 */
export type WriteSection = <Result>(
  name: string,
  work: (trx: Db, resource: Resource, held: readonly Resource[]) => Promise<Result>,
  reach?: (resource: Resource) => readonly Resource[],
) => Promise<Result>;

/**
 * Creates the function for writes: it locks the section, so that unique values stay unique, and makes sure that the definition
 * used is the one in force.
 * @param requireDefinition returns the definition of a name; throws for an unknown one
 */
export function createWriteSection(
  { db, catalogue }: ServerContext,
  requireDefinition: (name: string) => Resource,
): WriteSection {
  return async (name, work, reach = (resource) => [resource]) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute(async (trx) => {
          const resource = requireDefinition(name);
          const sections = reach(resource);
          // Locked in a fixed order to avoid deadlocks.
          for (const one of sections.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
            await lockInForce(trx, one);
          return work(trx, resource, sections);
        });
      } catch (error) {
        // The unique index rejects duplicates that the check did not find.
        const duplicateWire = duplicateField(db, requireDefinition(name), error);
        if (duplicateWire !== null) throw new FieldsError({ [duplicateWire]: ['validation.taken'] });
        if (!(error instanceof Superseded)) throw error;
        if (attempt === ATTEMPTS_MAX) throw new ApiError('unavailable', {}, error);
        await catalogue.reload();
      }
    }
  };
}

/** @returns a function that returns the current facts about the installation needed by payload rules */
export function createContextDefaults({
  catalogue,
  settings,
  now,
}: ServerContext): () => Pick<ReadContext, 'generic' | 'features'> & { today: string; at: Date; zone: string } {
  return () => {
    const at = now();
    return {
      generic: (name) => catalogue.generic(name),
      features: { services: settings.featureServices },
      today: companyDay(at, settings.timeZone).date,
      at,
      zone: settings.timeZone,
    };
  };
}

/** The sections that a deletion may affect, for `WriteSection`. */
export const sectionsOfDeletion =
  ({ catalogue }: ServerContext) =>
  (resource: Resource): readonly Resource[] =>
    linkedSections(catalogue.generics, resource);

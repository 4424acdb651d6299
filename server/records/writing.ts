import { companyDay } from '#resources/days.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { linkedSections } from '#resources/language/references.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';

import { heldInForce, Superseded } from './in-force.ts';
import { refusedField } from './settle-indexes.ts';
import type { ReadContext } from './show.ts';

/** How often a change is tried again by a definition that came into force meanwhile. */
const TRIES = 5;

/**
 * Does something to the records of a section within one transaction.
 * @param reach the sections that it concerns, that one among them; left out: that one alone
 */
export type Writing = <Result>(
  name: string,
  work: (trx: Db, resource: Resource, held: readonly Resource[]) => Promise<Result>,
  reach?: (resource: Resource) => readonly Resource[],
) => Promise<Result>;

/**
 * Changes records by the definition that is in force meanwhile, one writer of a section after another: so unique
 * values stay unique, and nothing is written by former rules or under former names.
 * @param named the definition of a name; throws for an unknown one
 */
export function writingBy({ db, catalogue }: ServerContext, named: (name: string) => Resource): Writing {
  return async (name, work, reach = (resource) => [resource]) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await db.transaction().execute(async (trx) => {
          const resource = named(name);
          const sections = reach(resource);
          // Locked in one order, so that no two writers of several sections deadlock.
          for (const one of sections.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
            await heldInForce(trx, one);
          return work(trx, resource, sections);
        });
      } catch (error) {
        // The index refuses a duplicate that the section's lock has let through.
        const taken = refusedField(db, named(name), error);
        if (taken !== null) throw new FieldsError({ [taken]: ['validation.taken'] });
        if (!(error instanceof Superseded)) throw error;
        if (tries === TRIES) throw new ApiError('unavailable', {}, error);
        await catalogue.reload();
      }
    }
  };
}

/** @returns a function that gives the facts about the installation, at the moment of its call, that the rules of a payload need */
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

/** The sections that the deletion of a record concerns, for `Writing`. */
export const reachOfDeletion =
  ({ catalogue }: ServerContext) =>
  (resource: Resource): readonly Resource[] =>
    linkedSections(catalogue.generics, resource);

import { type RaRecord, useDataProvider } from 'react-admin';
import { isOutdated } from '#console/data/http/edit-conflict.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import type { RequestError } from '#console/data/http/request-error.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** How often a change is sent again after others have changed something else of the record. */
const TRIES = 3;

/** A change was not made since another person has changed the same. */
export class ChangedByAnother extends Error {
  /**
   * @param newest the record as it is now
   * @param refusal says who has changed it, where the server tells
   */
  constructor(
    readonly newest: RaRecord,
    readonly refusal: RequestError,
  ) {
    super('The record was changed by another person');
  }
}

interface Change {
  /** The changed fields of the payload, made from a version of the record; the version itself is added. */
  body: (basis: RaRecord) => Readonly<Record<string, unknown>>;
  /** Whether two versions of the record are alike in what is changed. */
  isSame: (one: RaRecord, other: RaRecord) => boolean;
}

/**
 * Changes a record outside of its form, by the same call and by the version that is shown; changes of others that leave alone what is
 * changed here stay.
 * @returns makes a change and resolves to the record as it is then; rejects with `ChangedByAnother` or the refusal of the server
 */
export function useChangeRecord({ name, api }: Resource): (record: RaRecord, change: Change) => Promise<RaRecord> {
  const provider = useDataProvider();

  async function send(basis: RaRecord, { body }: Change): Promise<RaRecord> {
    const version = api.version ? basis[api.version] : undefined;
    const versioned = api.version && version !== undefined && version !== null ? { [api.version]: version } : {};
    const data = { ...body(basis), ...versioned };
    const saved = await provider.update<RaRecord>(name, { id: basis.id, data, previousData: basis });
    return { ...basis, ...saved.data };
  }

  async function newest(basis: RaRecord, change: Change, refusal: RequestError): Promise<RaRecord> {
    const { data } = await provider.getOne<RaRecord>(name, { id: basis.id });
    const now = { ...basis, ...data };
    if (!change.isSame(basis, now)) throw new ChangedByAnother(now, refusal);
    return now;
  }

  return async (record, change) => {
    let basis = record;
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(basis, change);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        if (tries === TRIES) {
          reportFailure(error);
          throw error;
        }
        basis = await newest(basis, change, error);
      }
    }
  };
}

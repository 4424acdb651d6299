import { type RaRecord, useDataProvider } from 'react-admin';
import { isOutdated } from '#console/data/http/edit-conflict.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import type { RequestError } from '#console/data/http/request-error.ts';
import type { Resource } from '#resources/language/define-resource.ts';

/** Attempts at a change when others keep changing other parts of the same record. */
const MAX_ATTEMPTS = 3;

/** The change was not saved, because another person has changed the same values. */
export class ChangedByAnother extends Error {
  /**
   * @param newest the record as currently stored
   * @param refusal conflict response; names the other person if the server sends it
   */
  constructor(
    readonly newest: RaRecord,
    readonly refusal: RequestError,
  ) {
    super('The record was changed by another person');
  }
}

interface Change {
  /** Builds the payload of the changed fields from a version of the record; the version itself is added by the caller. */
  body: (basis: RaRecord) => Readonly<Record<string, unknown>>;
  /** Whether two versions of the record have the same values in the fields being changed. */
  isSame: (one: RaRecord, other: RaRecord) => boolean;
}

/**
 * Changes a record outside its form with the same call and optimistic version check. If others changed only other fields
 * meanwhile, the change is retried on the newest version.
 * @returns a function that saves a change and resolves to the saved record; rejects with `ChangedByAnother` or the server's
 * refusal
 */
export function useChangeRecord({ name, api }: Resource): (record: RaRecord, change: Change) => Promise<RaRecord> {
  const provider = useDataProvider();

  async function sendChange(basis: RaRecord, { body }: Change): Promise<RaRecord> {
    const version = api.version ? basis[api.version] : undefined;
    const versioned = api.version && version !== undefined && version !== null ? { [api.version]: version } : {};
    const data = { ...body(basis), ...versioned };
    const saved = await provider.update<RaRecord>(name, { id: basis.id, data, previousData: basis });
    return { ...basis, ...saved.data };
  }

  async function newest(basis: RaRecord, change: Change, refusal: RequestError): Promise<RaRecord> {
    const { data } = await provider.getOne<RaRecord>(name, { id: basis.id });
    const latest = { ...basis, ...data };
    if (!change.isSame(basis, latest)) throw new ChangedByAnother(latest, refusal);
    return latest;
  }

  return async (record, change) => {
    let basis = record;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendChange(basis, change);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        if (attempt === MAX_ATTEMPTS) {
          reportFailure(error);
          throw error;
        }
        basis = await newest(basis, change, error);
      }
    }
  };
}

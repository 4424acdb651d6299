import { useCallback, useRef, useState } from 'react';
import { type Identifier, type RaRecord, useDataProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { isOutdated, readRecordChange } from '#console/data/http/edit-conflict.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { formDifferences } from './differences.ts';
import type { EditConflict } from './edit-conflict.tsx';
import { formValues } from './form-values.ts';

/** Saves that are refused one after another, each by another change that leaves the form nothing to choose. */
const TRIES = 3;

/** The version of a record, as it goes along with a change; nothing where the server gives none. */
function recordVersion({ api }: Resource, record: RaRecord | undefined): Record<string, unknown> {
  const version = api.version ? record?.[api.version] : undefined;
  return api.version && version !== undefined && version !== null ? { [api.version]: version } : {};
}

/**
 * Saves a form by the version of the record that it shows. Changes of others meanwhile are fetched: where the form
 * says the same it is saved over it, else the conflict waits to be settled.
 * @param load fetches the record as it is now
 */
export function useVersionedSave(resource: Resource, id: Identifier, meta: Readonly<Record<string, unknown>>) {
  const provider = useDataProvider();
  const refusal = useRef<unknown>(null);
  /** The record that the form is of, once it is another one than the page was opened with. */
  const [newer, setNewer] = useState<RaRecord | null>(null);
  const basis = useRef<RaRecord | null>(null);
  const [conflict, setConflict] = useState<EditConflict | null>(null);

  const load = async (): Promise<RaRecord | null> => {
    try {
      return (await provider.getOne<RaRecord>(resource.name, { id, meta })).data;
    } catch {
      // The alert has told of it; the form stays as it is and can be saved again.
      return null;
    }
  };

  /** @param send saves by the version of `sent`, and tells `onError` why it could not */
  async function save(
    openedRecord: RaRecord,
    values: FieldValues,
    send: (values: FieldValues) => Promise<unknown>,
  ): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      refusal.current = null;
      const errors = await send(values);
      const error = refusal.current;
      const began = basis.current ?? openedRecord;
      const basisVersion = JSON.stringify(recordVersion(resource, began));
      if (!isOutdated(error) || basisVersion === '{}') return errors;
      const theirs = await load();
      if (!theirs) return undefined;
      const isAnother = JSON.stringify(recordVersion(resource, theirs)) !== basisVersion;
      if (!isAnother || tries === TRIES) {
        reportFailure(error);
        return undefined;
      }
      const sides = { began: formValues(resource, began), mine: values, theirs: formValues(resource, theirs) };
      if (formDifferences(resource, sides).length > 0) {
        setConflict({ began, theirs, mine: values, changed: readRecordChange(error) });
        return undefined;
      }
      basis.current = theirs;
    }
  }

  return {
    save,
    conflict,
    /** The record with the changes of another person that the form has taken over; null before. */
    newer,
    onError: useCallback((error: unknown) => {
      refusal.current = error;
    }, []),
    /** The version that goes along with a change. @param opened the record that the page was opened with */
    version: (opened: RaRecord | undefined) => recordVersion(resource, basis.current ?? opened),
    /** The form is of the newer record now. */
    settle: useCallback(() => {
      if (conflict) {
        basis.current = conflict.theirs;
        setNewer(conflict.theirs);
      }
      setConflict(null);
    }, [conflict]),
    leave: useCallback(() => setConflict(null), []),
  };
}

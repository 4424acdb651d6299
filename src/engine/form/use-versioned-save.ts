import { useCallback, useRef, useState } from 'react';
import { type Identifier, type RaRecord, useDataProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { isOutdated, readRecordChange } from '#console/data/http/edit-conflict.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { formDifferences } from './differences.ts';
import type { EditConflict } from './edit-conflict.tsx';
import { formValues } from './form-values.ts';

/** Attempts to save when each is outdated by another change that does not conflict with the form. */
const MAX_ATTEMPTS = 3;

/** The version of a record for the payload; empty where the server sends none. */
function recordVersion({ api }: Resource, record: RaRecord | undefined): Record<string, unknown> {
  const version = api.version ? record?.[api.version] : undefined;
  return api.version && version !== undefined && version !== null ? { [api.version]: version } : {};
}

/**
 * Saves a form with an optimistic version check. If others have saved meanwhile, the record is refetched: without conflicting
 * fields the form is saved again, otherwise the conflict is returned for a dialog.
 */
export function useVersionedSave(resource: Resource, id: Identifier, meta: Readonly<Record<string, unknown>>) {
  const provider = useDataProvider();
  const errorRef = useRef<unknown>(null);
  /** The record that the form is now based on, if it is not the one the page was opened with. */
  const [newerRecord, setNewerRecord] = useState<RaRecord | null>(null);
  const basisRef = useRef<RaRecord | null>(null);
  const [conflict, setConflict] = useState<EditConflict | null>(null);

  const fetchLatest = async (): Promise<RaRecord | null> => {
    try {
      return (await provider.getOne<RaRecord>(resource.name, { id, meta })).data;
    } catch {
      // An alert has been shown; the form stays unchanged and can be saved again.
      return null;
    }
  };

  /** @param send saves with the result of `version`, and reports a failure through `onError` */
  async function save(
    openedRecord: RaRecord,
    values: FieldValues,
    send: (values: FieldValues) => Promise<unknown>,
  ): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      errorRef.current = null;
      const errors = await send(values);
      const error = errorRef.current;
      const basis = basisRef.current ?? openedRecord;
      const basisVersion = JSON.stringify(recordVersion(resource, basis));
      if (!isOutdated(error) || basisVersion === '{}') return errors;
      const theirs = await fetchLatest();
      if (!theirs) return undefined;
      const hasNewVersion = JSON.stringify(recordVersion(resource, theirs)) !== basisVersion;
      if (!hasNewVersion || attempt === MAX_ATTEMPTS) {
        reportFailure(error);
        return undefined;
      }
      const sides = { began: formValues(resource, basis), mine: values, theirs: formValues(resource, theirs) };
      if (formDifferences(resource, sides).length > 0) {
        setConflict({ began: basis, theirs, mine: values, changed: readRecordChange(error) });
        return undefined;
      }
      basisRef.current = theirs;
    }
  }

  return {
    save,
    conflict,
    /** The record with another person's changes that the form has taken over; null before. */
    newerRecord,
    onError: useCallback((error: unknown) => {
      errorRef.current = error;
    }, []),
    /** Version for the payload. @param openedRecord the record that the page was opened with */
    version: (openedRecord: RaRecord | undefined) => recordVersion(resource, basisRef.current ?? openedRecord),
    /** Makes the newer record the basis of the form. */
    settleConflict: useCallback(() => {
      if (conflict) {
        basisRef.current = conflict.theirs;
        setNewerRecord(conflict.theirs);
      }
      setConflict(null);
    }, [conflict]),
    closeConflict: useCallback(() => setConflict(null), []),
  };
}

import { currentTime } from '#resources/clock.ts';
import { ATTACHMENTS_PATH } from '#resources/protocol/paths/files.ts';
import '#i18n/field-files-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { isCancelled, serverErrorMessage } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { onRefusedFiles, RequestError } from '#console/data/http/request-error.ts';
import { randomId } from '#console/data/random-id.ts';
import { announce } from '#console/ui/states/announce.ts';
import { BYTES } from '#resources/limits.ts';
import type { InputProps } from '../field-props.ts';
import { DeleteFilesOnSaveContext } from '../form-context.ts';
import { changed, type FormFile, formFiles, isExpired, uploadRefusal } from './form-file.ts';
import { upload } from './upload.ts';

/** Uploads of a field with their progress and actions. */
export interface Uploads {
  /** Uploaded share of running uploads, 0…1, by key. */
  progress: ReadonlyMap<string, number>;
  /** Keys of failed files that can be retried, which excludes those refused for size or type. */
  retriable: ReadonlySet<string>;
  /** Message that names the files rejected because the field was full; null if none were. */
  overflow: string | null;
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  /** Removes a file: aborts its upload, or deletes it on the server at once or when the form is saved (ATT-04…06). */
  remove: (file: FormFile) => void;
}

/** Size limit of a file, MB. */
const LIMIT_MB = Math.floor(BYTES.attachment / 1_000_000);

/** Maximum number of rejected files that are named. */
const MAX_NAMED = 3;

/** Statuses that refuse the file for its content, so that a retry is useless. */
const CONTENT_REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

type UpdateFiles = (change: (files: FormFile[]) => FormFile[]) => void;

/** Marks files that the server does not have, so that the form cannot be sent with them. */
function useLostFiles(source: string, wire: string, updateFiles: UpdateFiles): void {
  // A restored draft may contain files that the server has deleted.
  const value: unknown = useWatch({ name: source });
  useEffect(() => {
    const isLost = (file: FormFile) => file.status === 'done' && isExpired(file, currentTime());
    if (!formFiles(value).some(isLost)) return;
    updateFiles((files) => files.map((file) => (isLost(file) ? { ...file, status: 'error', previewUrl: null } : file)));
  }, [value, updateFiles]);

  // The response to a submitted form may name files that the server refuses.
  useEffect(
    () =>
      onRefusedFiles((refused) => {
        const ids = refused.get(wire);
        if (!ids) return;
        const isRefused = ({ id, status }: FormFile) => status === 'done' && id !== undefined && ids.has(id);
        updateFiles((files) => files.map((file) => (isRefused(file) ? { ...file, status: 'error' } : file)));
      }),
    [wire, updateFiles],
  );
}

/** Uploads files and tracks their progress. */
function useUpload(updateFiles: UpdateFiles) {
  const translate = useTranslate();
  const [progress, setProgress] = useState<ReadonlyMap<string, number>>(new Map());
  const controllers = useRef(new Map<string, AbortController>());
  /** Files that are not on the server yet, by key. */
  const originals = useRef(new Map<string, File>());

  useEffect(() => {
    const uploads = controllers.current;
    return () => {
      for (const upload of uploads.values()) upload.abort();
    };
  }, []);

  const start = useCallback(
    async (key: string, file: File) => {
      const controller = new AbortController();
      controllers.current.set(key, controller);
      originals.current.set(key, file);
      const reportShare = (value: number) => setProgress((current) => new Map(current).set(key, value));
      try {
        reportShare(0);
        const done = await upload(file, reportShare, controller.signal);
        updateFiles((files) => changed(files, key, { ...done, status: 'done', uploadedAt: currentTime() }));
        originals.current.delete(key);
        announce(translate('engine.fields.fileUploaded', { name: file.name }));
      } catch (error) {
        if (isCancelled(error)) return;
        // The file stays in the form with the server's message, and can be retried where that may help.
        const refusal = error instanceof RequestError ? error : null;
        if (refusal && CONTENT_REFUSALS.has(refusal.status)) originals.current.delete(key);
        const message = refusal && serverErrorMessage(refusal.status, refusal.body);
        updateFiles((files) => changed(files, key, { status: 'error', why: message }));
      } finally {
        controllers.current.delete(key);
        setProgress((current) => new Map([...current].filter(([other]) => other !== key)));
      }
    },
    [updateFiles, translate],
  );
  const abort = useCallback((key: string) => {
    controllers.current.get(key)?.abort();
    originals.current.delete(key);
  }, []);
  return { progress, originals, start, abort };
}

/**
 * Uploads the files of a form field and stores their states in its value (ATT-03). Uploads still running when the form closes are
 * aborted.
 */
export function useUploads({
  source,
  field,
  resource,
}: Pick<InputProps<'files'>, 'source' | 'field' | 'resource'>): Uploads {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const savingDeletes = useContext(DeleteFilesOnSaveContext);
  const { getValues, setValue } = useFormContext();
  const { max, only, wire } = field;

  const updateFiles = useCallback(
    (change: (files: FormFile[]) => FormFile[]) => {
      const next = change(formFiles(getValues(source)));
      setValue(source, next, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    },
    [getValues, setValue, source],
  );

  useLostFiles(source, wire ?? source, updateFiles);
  const { progress, originals, start, abort } = useUpload(updateFiles);

  const [overflow, setOverflow] = useState<string | null>(null);
  const add = useCallback(
    (files: readonly File[]) => {
      const freeCount = max === undefined ? files.length : Math.max(0, max - formFiles(getValues(source)).length);
      const rejectedNames = files.slice(freeCount).map(({ name }) => `«${name}»`);
      const params = {
        smart_count: max ?? 0,
        names: rejectedNames.slice(0, MAX_NAMED).join(', '),
        more: rejectedNames.length - MAX_NAMED,
      };
      const textKey = rejectedNames.length > MAX_NAMED ? 'tooManyFilesMore' : 'tooManyFiles';
      setOverflow(rejectedNames.length ? translate(`engine.fields.${textKey}`, params) : null);
      if (freeCount === 0) return;
      // Random keys, because a draft contains keys from an earlier page load.
      const added = files
        .slice(0, freeCount)
        .map((file) => ({ file, key: randomId(), refusal: uploadRefusal(file, only) }));
      updateFiles((current) => [
        ...current,
        ...added.map(({ file, key, refusal }) => ({
          key,
          realName: file.name,
          size: file.size,
          ...(refusal
            ? { status: 'error' as const, why: translate(`engine.fields.${refusal}`, { size: LIMIT_MB }) }
            : { status: 'preparing' as const }),
        })),
      ]);
      for (const { file, key, refusal } of added) {
        if (!refusal) void start(key, file);
      }
    },
    [getValues, max, only, source, start, updateFiles, translate],
  );

  const retry = useCallback(
    (key: string) => {
      const file = originals.current.get(key);
      if (!file) return;
      updateFiles((files) => changed(files, key, { status: 'preparing', why: null }));
      void start(key, file);
    },
    [originals, start, updateFiles],
  );

  const remove = useCallback(
    (file: FormFile) => {
      abort(file.key);
      setOverflow(null);
      updateFiles((files) => files.filter((other) => other.key !== file.key));
      announce(translate('engine.fields.fileRemoved', { name: file.realName }));
      if (file.status !== 'done' || !file.id) return;
      const isStoredInRecord = file.uploadedAt === undefined;
      if (isStoredInRecord && savingDeletes) return;
      const refetchList = () =>
        isStoredInRecord ? queryClient.invalidateQueries({ queryKey: [resource, 'getInfiniteList'] }) : undefined;
      // Not awaited: a failure is shown by the alert and only leaves an unused file behind.
      request(`${ATTACHMENTS_PATH}${file.id}/`, { method: 'DELETE' }).then(refetchList, () => undefined);
    },
    [updateFiles, abort, translate, savingDeletes, queryClient, resource],
  );

  return { progress, retriable: new Set(originals.current.keys()), overflow, add, retry, remove };
}

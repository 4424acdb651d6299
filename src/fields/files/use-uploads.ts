import { currentTime } from '#resources/clock.ts';
import { ATTACHMENTS_PATH } from '#resources/protocol/paths/files.ts';
import '#i18n/field-files-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { isCancelled, saidBy } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { onRefusedFiles, RequestError } from '#console/data/http/request-error.ts';
import { randomId } from '#console/data/random-id.ts';
import { announce } from '#console/ui/states/announce.ts';
import { BYTES } from '#resources/limits.ts';
import type { InputProps } from '../field-props.ts';
import { SavingDeletesContext } from '../form-context.ts';
import { changed, type FormFile, formFiles, isExpired, refusedFor } from './form-file.ts';
import { upload } from './upload.ts';

/** Uploads of a field: what may be done, and how far each file is. */
export interface Uploads {
  /** Share sent of the files on their way, 0…1, by key. */
  progress: ReadonlyMap<string, number>;
  /** Keys of failed files that can be tried again: not those refused for their size or type. */
  retriable: ReadonlySet<string>;
  /** Says which files the full field did not take of those that came last; null when it took them all. */
  overflow: string | null;
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  /** Takes a file away: given up on its way, deleted on the server once it is there, or by saving (ATT-04…06). */
  remove: (file: FormFile) => void;
}

/** Of a file, MB. */
const LIMIT = Math.floor(BYTES.attachment / 1_000_000);

/** Files that were not taken are named up to so many. */
const NAMED = 3;

/** Refusals of a file for what it is: the same file would be refused again. */
const OF_CONTENT: ReadonlySet<number> = new Set([400, 413, 415, 422]);

type Write = (change: (files: FormFile[]) => FormFile[]) => void;

/** Marks files that the server does not have, so that the form is not sent with them. */
function useLostFiles(source: string, wire: string, write: Write): void {
  // A draft that is taken up again may name files that are gone.
  const value: unknown = useWatch({ name: source });
  useEffect(() => {
    const gone = (file: FormFile) => file.status === 'done' && isExpired(file, currentTime());
    if (!formFiles(value).some(gone)) return;
    write((files) => files.map((file) => (gone(file) ? { ...file, status: 'error', previewUrl: null } : file)));
  }, [value, write]);

  // The answer to a form names those it refuses.
  useEffect(
    () =>
      onRefusedFiles((refused) => {
        const ids = refused.get(wire);
        if (!ids) return;
        const failed = ({ id, status }: FormFile) => status === 'done' && id !== undefined && ids.has(id);
        write((files) => files.map((file) => (failed(file) ? { ...file, status: 'error' } : file)));
      }),
    [wire, write],
  );
}

/** Sends files, and says how far each is. */
function useSending(write: Write) {
  const translate = useTranslate();
  const [progress, setProgress] = useState<ReadonlyMap<string, number>>(new Map());
  const running = useRef(new Map<string, AbortController>());
  /** Files that are not on the server, by key. */
  const originals = useRef(new Map<string, File>());

  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.abort();
    };
  }, []);

  const start = useCallback(
    async (key: string, file: File) => {
      const controller = new AbortController();
      running.current.set(key, controller);
      originals.current.set(key, file);
      const share = (value: number) => setProgress((known) => new Map(known).set(key, value));
      try {
        share(0);
        const done = await upload(file, share, controller.signal);
        write((files) => changed(files, key, { ...done, status: 'done', uploadedAt: currentTime() }));
        originals.current.delete(key);
        announce(translate('engine.fields.fileUploaded', { name: file.name }));
      } catch (error) {
        if (isCancelled(error)) return;
        // The file stays in the form, marked with what the server says of it, and can be tried again where that may help.
        const refusal = error instanceof RequestError ? error : null;
        if (refusal && OF_CONTENT.has(refusal.status)) originals.current.delete(key);
        const why = refusal && saidBy(refusal.status, refusal.body);
        write((files) => changed(files, key, { status: 'error', why }));
      } finally {
        running.current.delete(key);
        setProgress((known) => new Map([...known].filter(([other]) => other !== key)));
      }
    },
    [write, translate],
  );
  const giveUp = useCallback((key: string) => {
    running.current.get(key)?.abort();
    originals.current.delete(key);
  }, []);
  return { progress, originals, start, giveUp };
}

/**
 * Uploads the files of a form field and keeps their states in it (ATT-03). Uploads still running are
 * given up when the form closes.
 */
export function useUploads({
  source,
  field,
  resource,
}: Pick<InputProps<'files'>, 'source' | 'field' | 'resource'>): Uploads {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const savingDeletes = useContext(SavingDeletesContext);
  const { getValues, setValue } = useFormContext();
  const { max, only, wire } = field;

  const write = useCallback(
    (change: (files: FormFile[]) => FormFile[]) => {
      const next = change(formFiles(getValues(source)));
      setValue(source, next, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    },
    [getValues, setValue, source],
  );

  useLostFiles(source, wire ?? source, write);
  const { progress, originals, start, giveUp } = useSending(write);

  const [overflow, setOverflow] = useState<string | null>(null);
  const add = useCallback(
    (files: readonly File[]) => {
      const room = max === undefined ? files.length : Math.max(0, max - formFiles(getValues(source)).length);
      const beyond = files.slice(room).map(({ name }) => `«${name}»`);
      const over = { smart_count: max ?? 0, names: beyond.slice(0, NAMED).join(', '), more: beyond.length - NAMED };
      const sentence = beyond.length > NAMED ? 'tooManyFilesMore' : 'tooManyFiles';
      setOverflow(beyond.length ? translate(`engine.fields.${sentence}`, over) : null);
      if (room === 0) return;
      // A draft brings the keys of an earlier load of the page: none is given a second time.
      const added = files.slice(0, room).map((file) => ({ file, key: randomId(), refusal: refusedFor(file, only) }));
      write((known) => [
        ...known,
        ...added.map(({ file, key, refusal }) => ({
          key,
          realName: file.name,
          size: file.size,
          ...(refusal
            ? { status: 'error' as const, why: translate(`engine.fields.${refusal}`, { size: LIMIT }) }
            : { status: 'preparing' as const }),
        })),
      ]);
      for (const { file, key, refusal } of added) {
        if (!refusal) void start(key, file);
      }
    },
    [getValues, max, only, source, start, write, translate],
  );

  const retry = useCallback(
    (key: string) => {
      const file = originals.current.get(key);
      if (!file) return;
      write((files) => changed(files, key, { status: 'preparing', why: null }));
      void start(key, file);
    },
    [originals, start, write],
  );

  const remove = useCallback(
    (file: FormFile) => {
      giveUp(file.key);
      setOverflow(null);
      write((files) => files.filter((other) => other.key !== file.key));
      announce(translate('engine.fields.fileRemoved', { name: file.realName }));
      if (file.status !== 'done' || !file.id) return;
      const isOfRecord = file.uploadedAt === undefined;
      if (isOfRecord && savingDeletes) return;
      const tell = () =>
        isOfRecord ? queryClient.invalidateQueries({ queryKey: [resource, 'getInfiniteList'] }) : undefined;
      // The form does not wait for it; a failure is shown by the alert and leaves an unused file behind.
      request(`${ATTACHMENTS_PATH}${file.id}/`, { method: 'DELETE' }).then(tell, () => undefined);
    },
    [write, giveUp, translate, savingDeletes, queryClient, resource],
  );

  return { progress, retriable: new Set(originals.current.keys()), overflow, add, retry, remove };
}

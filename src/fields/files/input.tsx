import CloudUploadOutlined from '@mui/icons-material/CloudUploadOutlined';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { FieldFrame } from '#console/ui/field-frame.tsx';
import { NativeFile } from '#console/ui/native-file.tsx';
import { FILE_GROUPS } from '#resources/file-types.ts';
import { BYTES } from '#resources/limits.ts';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import { FileRow } from './file-row.tsx';
import { type FormFile, formFiles } from './form-file.ts';
import { useIncoming } from './incoming.ts';
import classes from './input.module.css';
import { useUploads } from './use-uploads.ts';

const endings = (only: 'any' | 'images' | undefined) =>
  (only === 'images' ? FILE_GROUPS.image : Object.values(FILE_GROUPS).flat()).map((ending) => `.${ending}`).join(',');

/**
 * Keeps the focus in the list when a button that had it goes away with what it did.
 * @returns names the file whose last button gets it next; without one the choice of files does
 */
function useFocusAfter(place: RefObject<HTMLElement | null>): (file: FormFile | undefined) => void {
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    place.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });
  return (file) => {
    next.current = file ? `[data-file="${CSS.escape(file.key)}"] button:last-of-type` : 'input[type="file"]';
  };
}

/** Files uploaded beforehand: chosen, dropped or pasted (ATT-*). */
export default function FilesInput(props: InputProps<'files'>) {
  const field = useField<FormFile[] | null>(props);
  const translate = useTranslate();
  const { progress, retriable, add, retry, remove } = useUploads(props);
  const files = formFiles(field.value);
  const full = props.field.max !== undefined && files.length >= props.field.max;
  const place = useRef<HTMLUListElement>(null);
  // What came while the form is sent would not be sent with it.
  const { isSubmitting } = useFormState();
  const over = useIncoming(place, isSubmitting ? null : add);
  const focusOn = useFocusAfter(place);
  const retryHere = (key: string) => {
    focusOn(files.find((file) => file.key === key));
    retry(key);
  };
  const limit = translate('engine.fields.fileLimit', { size: Math.floor(BYTES.attachment / 1_000_000) });
  return (
    <FieldFrame {...field.frame} group help={field.frame.help ?? limit}>
      <ul className={classes.files} ref={place}>
        {files.map((file, at) => (
          <FileRow
            key={file.key}
            file={file}
            share={progress.get(file.key)}
            {...(file.status === 'error' && retriable.has(file.key) ? { onRetry: () => retryHere(file.key) } : {})}
            onRemove={() => {
              focusOn(files[at + 1] ?? files[at - 1]);
              remove(file);
            }}
          />
        ))}
        {full ? null : (
          <li>
            <label className={over ? `${classes.drop} ${classes.over}` : classes.drop}>
              <CloudUploadOutlined aria-hidden />
              <span>
                <span className="link">{translate('engine.fields.chooseFile')}</span>{' '}
                <span className={classes.or}>{translate('engine.fields.orDrop')}</span>
              </span>
              <NativeFile
                multiple={props.field.max !== 1}
                accept={endings(props.field.only)}
                disabled={field.disabled}
                aria-invalid={field.error ? true : undefined}
                onFiles={add}
              />
            </label>
          </li>
        )}
      </ul>
    </FieldFrame>
  );
}

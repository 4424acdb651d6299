import '#i18n/field-files-texts.ts';
import CloudUploadOutlined from '@mui/icons-material/CloudUploadOutlined';
import { type MouseEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { NativeFile } from '#console/ui/inputs/native-file.tsx';
import { Reason } from '#console/ui/inputs/reason.tsx';
import { FILE_GROUPS } from '#resources/file-types.ts';
import type { FileValue } from '#resources/language/kinds/file-values.ts';
import { BYTES } from '#resources/limits.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { useFormRefusal } from '../form-context.ts';
import { SetDifference } from '../parts/set-difference.tsx';
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
 * @returns names the file with the next focus, on its last button; without one the choice of files gets it
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

const ignore = () => undefined;

/** Files uploaded beforehand: chosen, dropped or pasted (ATT-*). */
export default function FilesInput(props: InputProps<'files'>) {
  const field = useField<FormFile[] | null>(props);
  const translate = useTranslate();
  const { progress, retriable, overflow, add, retry, remove } = useUploads(props);
  const files = formFiles(field.value);
  const full = props.field.max !== undefined && files.length >= props.field.max;
  const place = useRef<HTMLUListElement>(null);
  const refusal = useFormRefusal();
  const why = useId();
  // A file added while the form is sent would not be sent with it.
  const { isSubmitting } = useFormState();
  const isOver = useIncoming(place, isSubmitting || refusal ? null : add);
  const focusOn = useFocusAfter(place);
  const retryHere = (key: string) => {
    focusOn(files.find((file) => file.key === key));
    retry(key);
  };
  const error = [overflow, field.error].filter(Boolean).join('; ') || null;
  const limit = translate('engine.fields.fileLimit', { size: Math.floor(BYTES.attachment / 1_000_000) });
  return (
    <FieldFrame {...field.frame} error={error} group help={field.frame.help ?? limit}>
      <ul className={classes.files} ref={place}>
        {files.map((file, at) => (
          <FileRow
            key={file.key}
            file={file}
            share={progress.get(file.key)}
            {...(!refusal && file.status === 'error' && retriable.has(file.key)
              ? { onRetry: () => retryHere(file.key) }
              : {})}
            {...(refusal
              ? {}
              : {
                  onRemove: () => {
                    focusOn(files[at + 1] ?? files[at - 1]);
                    remove(file);
                  },
                })}
          />
        ))}
        {full ? null : (
          <li>
            <Reason reason={refusal} id={why}>
              <label
                className={isOver ? `${classes.drop} ${classes.over}` : classes.drop}
                aria-disabled={refusal ? true : undefined}
              >
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
                  {...(refusal
                    ? {
                        'aria-disabled': true,
                        'aria-describedby': why,
                        onClick: (event: MouseEvent) => event.preventDefault(),
                      }
                    : {})}
                  onFiles={refusal ? ignore : add}
                />
              </label>
            </Reason>
          </li>
        )}
      </ul>
    </FieldFrame>
  );
}

const fileList = (value: unknown): FileValue[] => (Array.isArray(value) ? (value as FileValue[]) : []);
const fileKey = ({ id, realName }: FileValue) => id ?? realName;

/** Files by their names. */
export function FullFiles({ value, other }: FullProps<'files'>) {
  const items = fileList(value).map((file) => ({ key: fileKey(file), node: file.realName }));
  return <SetDifference items={items} otherKeys={new Set(fileList(other).map(fileKey))} />;
}

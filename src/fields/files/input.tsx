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
import { useIncomingFiles } from './incoming.ts';
import classes from './input.module.css';
import { useUploads } from './use-uploads.ts';

const acceptedExtensions = (only: 'any' | 'images' | undefined) =>
  (only === 'images' ? FILE_GROUPS.image : Object.values(FILE_GROUPS).flat())
    .map((extension) => `.${extension}`)
    .join(',');

/**
 * Keeps the focus in the list when the focused button disappears through its own action.
 * @returns a function that names the file whose last button gets the focus; without a file the file input gets it
 */
function useFocusAfterRender(listRef: RefObject<HTMLElement | null>): (file: FormFile | undefined) => void {
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    listRef.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });
  return (file) => {
    next.current = file ? `[data-file="${CSS.escape(file.key)}"] button:last-of-type` : 'input[type="file"]';
  };
}

const noop = () => undefined;

/** Input of files that are uploaded at once: chosen, dropped or pasted (ATT-*). */
export default function FilesInput(props: InputProps<'files'>) {
  const field = useField<FormFile[] | null>(props);
  const translate = useTranslate();
  const { progress, retriable, overflow, add, retry, remove } = useUploads(props);
  const files = formFiles(field.value);
  const isFull = props.field.max !== undefined && files.length >= props.field.max;
  const listRef = useRef<HTMLUListElement>(null);
  const refusal = useFormRefusal();
  const refusalId = useId();
  // A file added while the form is being sent would not be included.
  const { isSubmitting } = useFormState();
  const isOver = useIncomingFiles(listRef, isSubmitting || refusal ? null : add);
  const focusFile = useFocusAfterRender(listRef);
  const retryFile = (key: string) => {
    focusFile(files.find((file) => file.key === key));
    retry(key);
  };
  const error = [overflow, field.error].filter(Boolean).join('; ') || null;
  const limit = translate('engine.fields.fileLimit', { size: Math.floor(BYTES.attachment / 1_000_000) });
  return (
    <FieldFrame {...field.frame} error={error} group help={field.frame.help ?? limit}>
      <ul className={classes.files} ref={listRef}>
        {files.map((file, index) => (
          <FileRow
            key={file.key}
            file={file}
            share={progress.get(file.key)}
            {...(!refusal && file.status === 'error' && retriable.has(file.key)
              ? { onRetry: () => retryFile(file.key) }
              : {})}
            {...(refusal
              ? {}
              : {
                  onRemove: () => {
                    focusFile(files[index + 1] ?? files[index - 1]);
                    remove(file);
                  },
                })}
          />
        ))}
        {isFull ? null : (
          <li>
            <Reason reason={refusal} id={refusalId}>
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
                  accept={acceptedExtensions(props.field.only)}
                  disabled={field.disabled}
                  aria-invalid={field.error ? true : undefined}
                  {...(refusal
                    ? {
                        'aria-disabled': true,
                        'aria-describedby': refusalId,
                        onClick: (event: MouseEvent) => event.preventDefault(),
                      }
                    : {})}
                  onFiles={refusal ? noop : add}
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

/** Files by name, on one side of a comparison. */
export function FullFiles({ value, other }: FullProps<'files'>) {
  const items = fileList(value).map((file) => ({ key: fileKey(file), node: file.realName }));
  return <SetDifference items={items} otherKeys={new Set(fileList(other).map(fileKey))} />;
}

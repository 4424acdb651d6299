import CloudUploadOutlined from '@mui/icons-material/CloudUploadOutlined';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { FieldFrame } from '#console/ui/field-frame.tsx';
import { NativeFile } from '#console/ui/native-file.tsx';
import { FILE_GROUPS } from '#resources/file-types.ts';
import { BYTES } from '#resources/limits.ts';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import { FileRow } from './file-row.tsx';
import { type HeldFile, heldFiles } from './held-file.ts';
import { useIncoming } from './incoming.ts';
import classes from './input.module.css';
import { useUploads } from './use-uploads.ts';

const endings = (only: 'any' | 'images' | undefined) =>
  (only === 'images' ? FILE_GROUPS.image : Object.values(FILE_GROUPS).flat()).map((ending) => `.${ending}`).join(',');

/** Files uploaded beforehand: chosen, dropped or pasted (ATT-*). */
export default function FilesInput(props: InputProps<'files'>) {
  const field = useField<HeldFile[] | null>(props);
  const translate = useTranslate();
  const { progress, retriable, add, retry, remove } = useUploads(props.source, props.field);
  const files = heldFiles(field.value);
  const full = props.field.max !== undefined && files.length >= props.field.max;
  const place = useRef<HTMLUListElement>(null);
  const over = useIncoming(place, add);
  const limit = translate('engine.fields.fileLimit', { size: Math.floor(BYTES.attachment / 1_000_000) });
  return (
    <FieldFrame {...field.frame} group help={field.frame.help ?? limit}>
      <ul className={classes.files} ref={place}>
        {files.map((file) => (
          <FileRow
            key={file.key}
            file={file}
            share={progress.get(file.key)}
            {...(file.status === 'error' && retriable.has(file.key) ? { onRetry: () => retry(file.key) } : {})}
            onRemove={() => remove(file)}
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

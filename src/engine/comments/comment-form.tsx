import AttachFile from '@mui/icons-material/AttachFile';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { keepValues, keptText } from '#console/data/drafts/kept-values.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { validateField, wireValue } from '#console/fields/field-rule.ts';
import { formFiles } from '#console/fields/files/form-file.ts';
import FilesInput from '#console/fields/files/input.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { Reason, type ReasonText } from '#console/ui/inputs/reason.tsx';
import classes from './comments.module.css';

const FILES_FIELD = { kind: 'files', wire: 'attachments' } as const;

interface Comment {
  message: string;
  files: unknown;
}

const EMPTY_COMMENT: Comment = { message: '', files: [] };

/** Payload of a comment: trimmed text and ids of uploaded files. */
export interface CommentPayload {
  message: string;
  attachments: readonly number[];
}

/** Stored text that was not sent; empty if none. @param storageKey storage key of its subject, e.g. `/tasks?comment=12` */
export const storedComment = (storageKey: string): string => keptText(storageKey, 'message').trim();

/** Form values typed, changed or added since the comment was sent. */
function unsentRemainder(sentComment: Comment, current: Comment): Comment {
  const ids = new Set(wireValue(FILES_FIELD, sentComment.files) as number[]);
  const files = formFiles(current.files).filter(({ id }) => id === undefined || !ids.has(id));
  const hasTypedOn = current.message.startsWith(sentComment.message);
  return {
    message: hasTypedOn ? current.message.slice(sentComment.message.length).trimStart() : current.message,
    files,
  };
}

interface Props {
  /** Storage key of the subject; unsent text is restored from it. */
  storageKey: string;
  /** Prefix of the text keys `label`, `placeholder`, `send`, `sent` and, with files, `attach`. */
  textPrefix: string;
  /** Maximum length in characters. */
  max: number;
  /** Section whose uploads the files are; omitted: comments have no files. */
  filesSection?: string;
  /** Why no comment can be written. */
  refusal?: ReasonText | null;
  /** Sends a comment. @throws RequestError after an alert has shown it */
  send: (comment: CommentPayload) => Promise<void>;
}

/** Comment form, with files if a section for them is given. */
export function CommentForm({ storageKey, textPrefix, max, filesSection, refusal = null, send }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const [showFiles, setShowFiles] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm<Comment>({ defaultValues: { ...EMPTY_COMMENT, message: keptText(storageKey, 'message') } });
  const { message, files } = useWatch({ control: form.control });
  const ids = wireValue(FILES_FIELD, files) as number[];
  const text = (message ?? '').trim();
  const isWithinLimit = [...text].length <= max;
  const isReady = (text !== '' || ids.length > 0) && isWithinLimit && validateField(FILES_FIELD, files) === null;

  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name === 'message') keepValues(storageKey, { message: values.message });
        },
      }),
    [subscribe, storageKey],
  );

  async function submit() {
    if (!isReady || isBusy || refusal) return;
    setIsBusy(true);
    const sentComment = form.getValues();
    try {
      await send({ message: text, attachments: ids });
      const unsentPart = unsentRemainder(sentComment, form.getValues());
      keepValues(storageKey, { message: unsentPart.message });
      form.reset(unsentPart);
      setShowFiles(formFiles(unsentPart.files).length > 0);
      notify(`${textPrefix}.sent`);
    } catch (error) {
      // An alert has shown the reason; typed text stays.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <FormProvider {...form}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label className="sr-only" htmlFor={id}>
          {translate(`${textPrefix}.label`)}
        </label>
        <Reason reason={refusal} id={`${id}-why`}>
          <OutlinedInput
            {...form.register('message')}
            id={id}
            value={message}
            fullWidth
            multiline
            minRows={1}
            maxRows={8}
            error={!isWithinLimit}
            readOnly={refusal !== null}
            placeholder={translate(`${textPrefix}.placeholder`)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
            }}
            inputProps={refusal ? { 'aria-disabled': true, 'aria-describedby': `${id}-why` } : {}}
          />
        </Reason>
        {filesSection && showFiles && !refusal ? (
          <FilesInput
            source="files"
            field={FILES_FIELD}
            label={translate(`${textPrefix}.attach`)}
            resource={filesSection}
          />
        ) : null}
        <div className={classes.row}>
          {!filesSection || (showFiles && !refusal) ? null : (
            <IconButton label={translate(`${textPrefix}.attach`)} refusal={refusal} onClick={() => setShowFiles(true)}>
              <AttachFile fontSize="small" />
            </IconButton>
          )}
          <span className={classes.grow} />
          <ActionButton type="submit" size="sm" busy={isBusy} unready={!isReady} refusal={refusal}>
            {translate(`${textPrefix}.send`)}
          </ActionButton>
        </div>
      </form>
    </FormProvider>
  );
}

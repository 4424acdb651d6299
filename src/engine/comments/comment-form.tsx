import AttachFile from '@mui/icons-material/AttachFile';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { keepValues, keptText } from '#console/data/drafts/kept-values.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { fieldMistake, wireValue } from '#console/fields/field-rule.ts';
import { formFiles } from '#console/fields/files/form-file.ts';
import FilesInput from '#console/fields/files/input.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { Reason, type ReasonText } from '#console/ui/inputs/reason.tsx';
import classes from './comments.module.css';

const FILES = { kind: 'files', wire: 'attachments' } as const;

interface Comment {
  message: string;
  files: unknown;
}

const EMPTY: Comment = { message: '', files: [] };

/** The comment that is sent: the text, trimmed, and ids of uploaded files. */
export interface SentComment {
  message: string;
  attachments: readonly number[];
}

/** Text that was typed and not sent; empty for none. @param place names its subject: `/tasks?comment=12` */
export const unsentComment = (place: string): string => keptText(place, 'message').trim();

/** Values of a form beyond those that were sent: typed, changed or added meanwhile. */
function beyond(sentComment: Comment, now: Comment): Comment {
  const ids = new Set(wireValue(FILES, sentComment.files) as number[]);
  const files = formFiles(now.files).filter(({ id }) => id === undefined || !ids.has(id));
  const typedOn = now.message.startsWith(sentComment.message);
  return { message: typedOn ? now.message.slice(sentComment.message.length).trimStart() : now.message, files };
}

interface Props {
  /** Names what is written about; what was typed here and not sent stands there again. */
  place: string;
  /** Prefix of the text keys `label`, `placeholder`, `send`, `sent` and, with files, `attach`. */
  words: string;
  /** Characters. */
  max: number;
  /** The section whose uploads the files are; left out: a comment has no files. */
  filesOf?: string;
  /** Why nothing can be written. */
  refusal?: ReasonText | null;
  /** Sends a comment. @throws RequestError after the alert has shown it */
  send: (comment: SentComment) => Promise<void>;
}

/** A field for a comment, with files where they are kept. */
export function CommentForm({ place, words, max, filesOf, refusal = null, send }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const [withFiles, setWithFiles] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useForm<Comment>({ defaultValues: { ...EMPTY, message: keptText(place, 'message') } });
  const { message, files } = useWatch({ control: form.control });
  const ids = wireValue(FILES, files) as number[];
  const text = (message ?? '').trim();
  const fits = [...text].length <= max;
  const ready = (text !== '' || ids.length > 0) && fits && fieldMistake(FILES, files) === null;

  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name === 'message') keepValues(place, { message: values.message });
        },
      }),
    [subscribe, place],
  );

  async function submit() {
    if (!ready || busy || refusal) return;
    setBusy(true);
    const sentComment = form.getValues();
    try {
      await send({ message: text, attachments: ids });
      const unsentPart = beyond(sentComment, form.getValues());
      keepValues(place, { message: unsentPart.message });
      form.reset(unsentPart);
      setWithFiles(formFiles(unsentPart.files).length > 0);
      notify(`${words}.sent`);
    } catch (error) {
      // The alert has said why; what was typed stays.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setBusy(false);
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
          {translate(`${words}.label`)}
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
            error={!fits}
            readOnly={refusal !== null}
            placeholder={translate(`${words}.placeholder`)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
            }}
            inputProps={refusal ? { 'aria-disabled': true, 'aria-describedby': `${id}-why` } : {}}
          />
        </Reason>
        {filesOf && withFiles && !refusal ? (
          <FilesInput source="files" field={FILES} label={translate(`${words}.attach`)} resource={filesOf} />
        ) : null}
        <div className={classes.row}>
          {!filesOf || (withFiles && !refusal) ? null : (
            <IconButton label={translate(`${words}.attach`)} refusal={refusal} onClick={() => setWithFiles(true)}>
              <AttachFile fontSize="small" />
            </IconButton>
          )}
          <span className={classes.grow} />
          <ActionButton type="submit" size="sm" busy={busy} unready={!ready} refusal={refusal}>
            {translate(`${words}.send`)}
          </ActionButton>
        </div>
      </form>
    </FormProvider>
  );
}

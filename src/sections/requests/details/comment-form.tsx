import AttachFile from '@mui/icons-material/AttachFile';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { keepValues, keptText } from '#console/data/drafts/kept-values.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { fieldProblem, wireValue } from '#console/fields/field-rule.ts';
import { formFiles } from '#console/fields/files/form-file.ts';
import FilesInput from '#console/fields/files/input.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { Reason } from '#console/ui/inputs/reason.tsx';
import type { TaskCard, TaskDetails } from '#resources/protocol/requests/tasks.ts';
import { TASK_TEXT } from '#resources/rules/requests/constants.ts';
import { sendComment } from '../model/board-calls.ts';
import { useBoardActions } from '../model/board-context.ts';
import { detailsKey, refetchRequests } from '../model/board-state.ts';
import classes from './details.module.css';

const FILES = { kind: 'files', wire: 'attachments' } as const;

interface Comment {
  message: string;
  files: unknown;
}

const EMPTY: Comment = { message: '', files: [] };

/** Where what is typed for a request is kept. */
const draftKey = (request: number) => `/tasks?comment=${request}`;

/** What was typed for a request and not sent; empty for nothing. */
export const unsentComment = (request: number): string => keptText(draftKey(request), 'message').trim();

/** What a form holds beyond what was sent of it: typed on, changed or added while that was on its way. */
function beyond(sentComment: Comment, now: Comment): Comment {
  const ids = new Set(wireValue(FILES, sentComment.files) as number[]);
  const files = formFiles(now.files).filter(({ id }) => id === undefined || !ids.has(id));
  const typedOn = now.message.startsWith(sentComment.message);
  return { message: typedOn ? now.message.slice(sentComment.message.length).trimStart() : now.message, files };
}

/**
 * A message to the history of a request, with files. What was typed for this request before
 * and not sent stands there again.
 */
export function CommentForm({ request }: { request: TaskCard }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const id = useId();
  const { commentRefusal: refusal } = useBoardActions();
  const [withFiles, setWithFiles] = useState(false);
  const [busy, setBusy] = useState(false);
  const place = draftKey(request.id);
  const form = useForm<Comment>({ defaultValues: { ...EMPTY, message: keptText(place, 'message') } });
  const { message, files } = useWatch({ control: form.control });
  const ids = wireValue(FILES, files) as number[];
  const text = (message ?? '').trim();
  const fits = [...text].length <= TASK_TEXT.comment.max;
  const ready = (text !== '' || ids.length > 0) && fits && fieldProblem(FILES, files) === null;

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

  async function send() {
    if (!ready || busy || refusal) return;
    setBusy(true);
    const sentComment = form.getValues();
    try {
      const entry = await sendComment(request.id, { message: text, attachments: ids });
      const unsentPart = beyond(sentComment, form.getValues());
      keepValues(place, { message: unsentPart.message });
      form.reset(unsentPart);
      setWithFiles(formFiles(unsentPart.files).length > 0);
      queries.setQueryData<TaskDetails>(detailsKey(request.id), (details) =>
        details && entry && !details.history.some((other) => other.id === entry.id)
          ? { ...details, history: [...details.history, entry] }
          : details,
      );
      if (!entry) void refetchRequests(queries, detailsKey(request.id));
      notify('tasks.comment.sent');
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
        className={classes.comment}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label className="sr-only" htmlFor={id}>
          {translate('tasks.comment.label')}
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
            placeholder={translate('tasks.comment.placeholder')}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
            }}
            inputProps={refusal ? { 'aria-disabled': true, 'aria-describedby': `${id}-why` } : {}}
          />
        </Reason>
        {withFiles && !refusal ? (
          <FilesInput source="files" field={FILES} label={translate('tasks.comment.attach')} resource="tasks" />
        ) : null}
        <div className={classes.row}>
          {withFiles && !refusal ? null : (
            <IconButton label={translate('tasks.comment.attach')} refusal={refusal} onClick={() => setWithFiles(true)}>
              <AttachFile fontSize="small" />
            </IconButton>
          )}
          <span className={classes.grow} />
          <ActionButton type="submit" size="sm" busy={busy} unready={!ready} refusal={refusal}>
            {translate('tasks.comment.send')}
          </ActionButton>
        </div>
      </form>
    </FormProvider>
  );
}

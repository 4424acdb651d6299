import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { forgetValues, keepValues, keptValues, sendingValues } from '#console/data/drafts/kept-values.ts';
import { isOutdated, readRecordChange } from '#console/data/http/edit-conflict.ts';
import { reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { useIsMounted } from '#console/ui/timing/use-is-mounted.ts';
import type { AnswerItem } from '#resources/protocol/chat/answers.ts';
import { ANSWER_PLACEHOLDERS, ANSWER_TEXT, ANSWER_TITLE, fillAnswer } from '#resources/rules/chat/canned-answers.ts';
import frame from '../dialog.module.css';
import { useAnswerMutations } from './answer-calls.ts';
import { type AnswerConflict, AnswerConflictDialog, type AnswerText, answersDiffer } from './answer-conflict.tsx';
import classes from './answers-dialog.module.css';

type Errors = Partial<Record<'title' | 'text', string>>;

/** Sample recipient for the preview. */
const SAMPLE = { firstName: 'Ольга', lastName: 'Белова', street: 'ул. Лесная', number: '12', porch: 1, flat: '47' };

/** The i18n key of the validation error of a text; null if it is valid. */
function textMistakeKey(text: string, { min, max }: { min: number; max: number }): string | null {
  if (!text.trim()) return 'validation.required';
  if (text.trim().length < min) return 'validation.tooShort';
  return text.trim().length > max ? 'validation.tooLong' : null;
}

/**
 * Saves an answer; opens the conflict dialog if another person saved it meanwhile.
 * @param draftKey key of the stored draft
 */
function useSaveAnswer(answer: AnswerItem | null, draftKey: string, onDone: () => void) {
  const notify = useNotify();
  const { add, change, current } = useAnswerMutations();
  const [conflict, setConflict] = useState<AnswerConflict | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const isMounted = useIsMounted();

  /** @param previous the answer that is changed; null for a new one */
  async function send(body: AnswerText, previous: AnswerItem | null = answer) {
    setBusy(true);
    const forgetSent = sendingValues(draftKey);
    try {
      await (previous ? change(previous, body) : add(body));
      forgetSent();
      notify('answers.saved', { messageArgs: { title: body.title } });
      // Another answer opened meanwhile stays open.
      if (isMounted()) onDone();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (previous && isOutdated(error)) await compare(error, body, previous);
      const errorBody = error.status === 400 ? error.body : null;
      const [titleError] = sentences(errorBody?.title);
      const [textError] = sentences(errorBody?.text);
      setErrors({ ...(titleError ? { title: titleError } : {}), ...(textError ? { text: textError } : {}) });
    } finally {
      setBusy(false);
    }
  }

  /** Loads the other person's version and shows it beside the user's. */
  async function compare(error: RequestError, mine: AnswerText, previous: AnswerItem) {
    let theirs: AnswerItem | undefined;
    try {
      theirs = await current(previous.id);
    } catch (failure) {
      // The global alert shows the error; the form stays open and can be saved again.
      if (failure instanceof RequestError) return;
      throw failure;
    }
    if (!theirs || theirs.version === previous.version) return reportFailure(error);
    if (answersDiffer(mine, theirs))
      setConflict({ initial: previous, theirs, mine, theirChange: readRecordChange(error) });
    else finish();
  }

  /** Deletes the draft and closes the form, because the server already has the text. */
  function finish() {
    forgetValues(draftKey);
    if (isMounted()) onDone();
  }

  /** Saves the text chosen in the conflict dialog. */
  function settle(text: AnswerText) {
    if (!conflict) return;
    const { theirs } = conflict;
    setConflict(null);
    if (answersDiffer(text, theirs)) void send(text, theirs);
    else finish();
  }
  return { send, settle, conflict, closeConflict: () => setConflict(null), errors, setErrors, busy };
}

/** Form of a canned answer; restores an unsaved draft. @param answer null for a new one */
export function AnswerForm({ answer, onDone }: { answer: AnswerItem | null; onDone: () => void }) {
  const translate = useTranslate();
  const draftKey = `/chats?answer=${answer?.id ?? 'new'}`;
  const initial = { title: answer?.title ?? '', text: answer?.text ?? '' };
  const [values, setValues] = useState<AnswerText>(() => ({ ...initial, ...keptValues(draftKey) }));
  const { title, text } = values;
  const { send, settle, conflict, closeConflict, errors, setErrors, busy } = useSaveAnswer(answer, draftKey, onDone);

  function change(next: AnswerText) {
    setValues(next);
    keepValues(draftKey, next, initial);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    // React events bubble through the portal to the message form, which must not be submitted too.
    event.stopPropagation();
    const mistakes = { title: textMistakeKey(title, ANSWER_TITLE), text: textMistakeKey(text, ANSWER_TEXT) };
    setErrors({
      ...(mistakes.title ? { title: translate(mistakes.title) } : {}),
      ...(mistakes.text ? { text: translate(mistakes.text) } : {}),
    });
    if (!mistakes.title && !mistakes.text) void send({ title: title.trim(), text: text.trim() });
  }

  return (
    <form className={frame.form} noValidate onSubmit={submit}>
      <Fields values={values} errors={errors} onChange={change} />
      {conflict ? (
        <AnswerConflictDialog
          conflict={conflict}
          onSettled={(chosen) => {
            change(chosen);
            settle(chosen);
          }}
          onBack={closeConflict}
        />
      ) : null}
      <div className={frame.foot}>
        <ActionButton onClick={onDone}>{translate('answers.back')}</ActionButton>
        <ActionButton variant="primary" type="submit" busy={busy}>
          {translate('answers.save')}
        </ActionButton>
      </div>
    </form>
  );
}

/** Title and text, buttons that insert placeholders, and a preview with sample values. */
function Fields({
  values,
  errors,
  onChange,
}: {
  values: AnswerText;
  errors: Errors;
  onChange: (values: AnswerText) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { title, text } = values;

  /** Inserts a placeholder at the cursor. */
  function insert(placeholder: string) {
    const start = area.current?.selectionStart ?? text.length;
    const end = area.current?.selectionEnd ?? start;
    onChange({ ...values, text: `${text.slice(0, start)}{${placeholder}}${text.slice(end)}` });
    area.current?.focus();
  }

  return (
    <div className={frame.fields}>
      <FieldFrame
        id={`${id}-title`}
        label={translate('answers.name')}
        error={errors.title}
        help={translate('answers.nameHint')}
        counter={{ count: title.length, max: ANSWER_TITLE.max }}
        required
      >
        <OutlinedInput
          id={`${id}-title`}
          fullWidth
          autoFocus
          value={title}
          onChange={({ target }) => onChange({ ...values, title: target.value })}
          inputProps={{
            'aria-required': true,
            'aria-invalid': Boolean(errors.title),
            'aria-describedby': describedBy(`${id}-title`, { error: errors.title, help: true }),
          }}
        />
      </FieldFrame>
      <FieldFrame
        id={`${id}-text`}
        label={translate('answers.text')}
        error={errors.text}
        help={translate('answers.placesHint')}
        counter={{ count: text.length, max: ANSWER_TEXT.max }}
        required
      >
        <OutlinedInput
          id={`${id}-text`}
          fullWidth
          multiline
          minRows={4}
          maxRows={10}
          value={text}
          inputRef={area}
          onChange={({ target }) => onChange({ ...values, text: target.value })}
          inputProps={{
            'aria-required': true,
            'aria-invalid': Boolean(errors.text),
            'aria-describedby': describedBy(`${id}-text`, { error: errors.text, help: true }),
          }}
        />
      </FieldFrame>
      <div className={classes.places}>
        <span>{translate('answers.places')}</span>
        {ANSWER_PLACEHOLDERS.map((placeholder) => (
          <button key={placeholder} type="button" onClick={() => insert(placeholder)}>{`{${placeholder}}`}</button>
        ))}
      </div>
      {text.includes('{') ? (
        <div className={classes.preview}>
          <b>{translate('answers.preview')}</b>
          <p>{fillAnswer(text, SAMPLE).text}</p>
        </div>
      ) : null}
    </div>
  );
}

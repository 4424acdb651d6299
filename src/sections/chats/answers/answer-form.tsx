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
import { ANSWER_PLACES, ANSWER_TEXT, ANSWER_TITLE, fillAnswer } from '#resources/rules/chat/canned-answers.ts';
import frame from '../dialog.module.css';
import { useAnswerWrites } from './answer-calls.ts';
import { type AnswerConflict, AnswerConflictDialog, type AnswerText, differs } from './answer-conflict.tsx';
import classes from './answers-dialog.module.css';

type Errors = Partial<Record<'title' | 'text', string>>;

/** The recipient of the preview. */
const SAMPLE = { firstName: 'Ольга', lastName: 'Белова', street: 'ул. Лесная', number: '12', porch: 1, flat: '47' };

/** The i18n key of what is wrong with a text; null if it is right. */
function textMistake(text: string, { min, max }: { min: number; max: number }): string | null {
  if (!text.trim()) return 'validation.required';
  if (text.trim().length < min) return 'validation.tooShort';
  return text.trim().length > max ? 'validation.tooLong' : null;
}

/**
 * Saves an answer. Where another person has saved it meanwhile, both are put side by side.
 * @param place address under which the draft is kept
 */
function useSaving(answer: AnswerItem | null, place: string, onDone: () => void) {
  const notify = useNotify();
  const { add, change, current } = useAnswerWrites();
  const [conflict, setConflict] = useState<AnswerConflict | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const isHere = useIsMounted();

  /** @param previous the answer that is changed; null for a new one */
  async function send(body: AnswerText, previous: AnswerItem | null = answer) {
    setBusy(true);
    const forgetSent = sendingValues(place);
    try {
      await (previous ? change(previous, body) : add(body));
      forgetSent();
      notify('answers.saved', { messageArgs: { title: body.title } });
      // Another answer opened meanwhile stays open.
      if (isHere()) onDone();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (previous && isOutdated(error)) await compare(error, body, previous);
      const said = error.status === 400 ? error.body : null;
      const [ofTitle] = sentences(said?.title);
      const [ofText] = sentences(said?.text);
      setErrors({ ...(ofTitle ? { title: ofTitle } : {}), ...(ofText ? { text: ofText } : {}) });
    } finally {
      setBusy(false);
    }
  }

  /** Loads the version of another person and shows it beside one's own. */
  async function compare(error: RequestError, mine: AnswerText, previous: AnswerItem) {
    let theirs: AnswerItem | undefined;
    try {
      theirs = await current(previous.id);
    } catch (failure) {
      // The alert has told of it; the form stays as it is and can be saved again.
      if (failure instanceof RequestError) return;
      throw failure;
    }
    if (!theirs || theirs.version === previous.version) return reportFailure(error);
    if (differs(mine, theirs)) setConflict({ began: previous, theirs, mine, changed: readRecordChange(error) });
    else finish();
  }

  /** Forgets the draft and closes the form: the server has the text. */
  function finish() {
    forgetValues(place);
    if (isHere()) onDone();
  }

  /** Saves the chosen one of the two versions. */
  function settle(text: AnswerText) {
    if (!conflict) return;
    const { theirs } = conflict;
    setConflict(null);
    if (differs(text, theirs)) void send(text, theirs);
    else finish();
  }
  return { send, settle, conflict, closeConflict: () => setConflict(null), errors, setErrors, busy };
}

/** Form of a canned answer; restores an unsaved draft. @param answer null for a new one */
export function AnswerForm({ answer, onDone }: { answer: AnswerItem | null; onDone: () => void }) {
  const translate = useTranslate();
  const place = `/chats?answer=${answer?.id ?? 'new'}`;
  const began = { title: answer?.title ?? '', text: answer?.text ?? '' };
  const [values, setValues] = useState<AnswerText>(() => ({ ...began, ...keptValues(place) }));
  const { title, text } = values;
  const { send, settle, conflict, closeConflict, errors, setErrors, busy } = useSaving(answer, place, onDone);

  function change(next: AnswerText) {
    setValues(next);
    keepValues(place, next, began);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    // In React's eyes it lies within the form of the message, which is not to be sent with it.
    event.stopPropagation();
    const faults = { title: textMistake(title, ANSWER_TITLE), text: textMistake(text, ANSWER_TEXT) };
    setErrors({
      ...(faults.title ? { title: translate(faults.title) } : {}),
      ...(faults.text ? { text: translate(faults.text) } : {}),
    });
    if (!faults.title && !faults.text) void send({ title: title.trim(), text: text.trim() });
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

/** Name and text, the places that can be put into the text, and how it reads with them filled in. */
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

  /** Puts a place where the cursor is. */
  function insert(word: string) {
    const at = area.current?.selectionStart ?? text.length;
    const end = area.current?.selectionEnd ?? at;
    onChange({ ...values, text: `${text.slice(0, at)}{${word}}${text.slice(end)}` });
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
        {ANSWER_PLACES.map((word) => (
          <button key={word} type="button" onClick={() => insert(word)}>{`{${word}}`}</button>
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

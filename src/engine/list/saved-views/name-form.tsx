import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { VIEW_LIMITS } from '#resources/protocol/views/view-bounds.ts';
import type { SavedView } from '#resources/protocol/views/views.ts';
import classes from './name-form.module.css';
import { useViewWrites } from './view-calls.ts';

/** Texts of the form, translated; `saved` and `replaced` are keys that take `name`. */
export interface NameFormWords {
  label: string;
  placeholder: string;
  share: string;
  save: string;
  replace: string;
  saved: string;
  replaced: string;
}

/** Keeps something under a name, for oneself or for all; one of one's own of that name is replaced, which the button says. */
export function NameForm({
  list,
  ownViews,
  words,
  shareRefusal = null,
  take,
}: {
  /** The list that it is a view of. */
  list: string;
  ownViews: readonly SavedView[];
  words: NameFormWords;
  /** Why it cannot be shared. */
  shareRefusal?: ReasonText | null;
  /** The view to save, or the reason why there is nothing to save. */
  take: () => { query: string } | { refusal: string };
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const { save } = useViewWrites();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const trimmedName = name.trim();
  const isReplaced = ownViews.some((view) => view.name.toLocaleLowerCase('ru') === trimmedName.toLocaleLowerCase('ru'));

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A form around it in React's eyes is not to be sent with it.
    event.stopPropagation();
    if (!trimmedName) return setError(translate('validation.required'));
    const outcome = take();
    if ('refusal' in outcome) return setError(outcome.refusal);
    setBusy(true);
    try {
      await save({ list, name: trimmedName, query: outcome.query, shared });
      notify(isReplaced ? words.replaced : words.saved, { messageArgs: { name: trimmedName } });
      setName('');
      setShared(false);
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      const said = failure.status === 400 ? failure.body : null;
      setError(sentences(said?.name)[0] ?? sentences(said?.query)[0] ?? null);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <FieldFrame id={id} label={words.label} error={error}>
        <OutlinedInput
          id={id}
          fullWidth
          size="small"
          value={name}
          error={error !== null}
          placeholder={words.placeholder}
          onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }}
          inputProps={{
            maxLength: VIEW_LIMITS.name,
            autoComplete: 'off',
            'aria-describedby': describedBy(id, { error }),
          }}
        />
      </FieldFrame>
      <Checkbox checked={shared} onChange={setShared} refusal={shareRefusal}>
        {words.share}
      </Checkbox>
      <ActionButton type="submit" size="sm" variant="primary" busy={busy}>
        {isReplaced ? words.replace : words.save}
      </ActionButton>
    </form>
  );
}

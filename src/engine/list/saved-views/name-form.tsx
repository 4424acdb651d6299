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
import { useViewMutations } from './view-calls.ts';

/** Translated texts of the form; `saved` and `replaced` are text keys with the parameter `name`. */
export interface NameFormTexts {
  label: string;
  placeholder: string;
  share: string;
  save: string;
  replace: string;
  saved: string;
  replaced: string;
}

/**
 * Form that saves a view under a name, for the person or for all. An own view of the same name is replaced, which the button
 * announces.
 */
export function NameForm({
  list,
  ownViews,
  texts,
  shareRefusal = null,
  getQuery,
}: {
  /** Name of the list that the view belongs to. */
  list: string;
  ownViews: readonly SavedView[];
  texts: NameFormTexts;
  /** Why it cannot be shared. */
  shareRefusal?: ReasonText | null;
  /** Returns the query to save, or the reason why there is nothing to save. */
  getQuery: () => { query: string } | { refusal: string };
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const { save } = useViewMutations();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const trimmedName = name.trim();
  const isReplaced = ownViews.some((view) => view.name.toLocaleLowerCase('ru') === trimmedName.toLocaleLowerCase('ru'));

  async function submit(event: FormEvent) {
    event.preventDefault();
    // React events bubble through portals: a form around this one must not be submitted too.
    event.stopPropagation();
    if (!trimmedName) return setError(translate('validation.required'));
    const outcome = getQuery();
    if ('refusal' in outcome) return setError(outcome.refusal);
    setIsBusy(true);
    try {
      await save({ list, name: trimmedName, query: outcome.query, shared: isShared });
      notify(isReplaced ? texts.replaced : texts.saved, { messageArgs: { name: trimmedName } });
      setName('');
      setIsShared(false);
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      const fieldErrors = failure.status === 400 ? failure.body : null;
      setError(sentences(fieldErrors?.name)[0] ?? sentences(fieldErrors?.query)[0] ?? null);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <FieldFrame id={id} label={texts.label} error={error}>
        <OutlinedInput
          id={id}
          fullWidth
          size="small"
          value={name}
          error={error !== null}
          placeholder={texts.placeholder}
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
      <Checkbox checked={isShared} onChange={setIsShared} refusal={shareRefusal}>
        {texts.share}
      </Checkbox>
      <ActionButton type="submit" size="sm" variant="primary" busy={isBusy}>
        {isReplaced ? texts.replace : texts.save}
      </ActionButton>
    </form>
  );
}

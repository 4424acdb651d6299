import Dialog from '@mui/material/Dialog';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { sentences } from '#console/data/failures.ts';
import { request } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { describedBy, FieldFrame } from '#console/ui/field-frame.tsx';
import { CONFIRM_PATH } from '#resources/protocol/sessions.ts';
import classes from './password-dialog.module.css';

/** One's own password before something that could do harm (`CONFIRM_PASSWORD`). Its own chunk: most never see it. */
export default function PasswordDialog({ onDone }: { onDone: (right: boolean) => void }) {
  const translate = useTranslate();
  const [title, field] = [useId(), useId()];
  const [password, setPassword] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    // A portal's event goes up to the form the dialog was opened from.
    event.stopPropagation();
    if (busy) return;
    if (password === '') {
      setMistake(translate('validation.required'));
      return;
    }
    setBusy(true);
    try {
      await request(CONFIRM_PATH, { method: 'POST', body: { password }, report: ({ status }) => status !== 400 });
      onDone(true);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setMistake(sentences(error.body?.password)[0] ?? error.message);
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      aria-labelledby={title}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <form className={classes.dialog} noValidate onSubmit={confirm} aria-busy={busy}>
        <h2 id={title} className={classes.title}>
          {translate('shell.password.title')}
        </h2>
        <p className={classes.lead}>{translate('shell.password.lead')}</p>
        <FieldFrame id={field} label={translate('shell.password.field')} error={mistake}>
          <OutlinedInput
            id={field}
            type="password"
            fullWidth
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value);
              setMistake(null);
            }}
            inputProps={{
              'aria-required': true,
              'aria-invalid': Boolean(mistake),
              'aria-describedby': describedBy(field, { error: mistake }),
            }}
          />
        </FieldFrame>
        <div className={classes.buttons}>
          <ActionButton variant="primary" type="submit" busy={busy}>
            {translate('shell.password.confirm')}
          </ActionButton>
          <ActionButton onClick={() => onDone(false)}>{translate('ui.cancel')}</ActionButton>
        </div>
      </form>
    </Dialog>
  );
}

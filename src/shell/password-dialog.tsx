import '#i18n/shell-dialogs-texts.ts';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { sentences } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { FieldDialog } from '#console/ui/dialogs/field-dialog.tsx';
import { CONFIRM_PATH } from '#resources/protocol/access/sessions.ts';

/** Asks for the own password before a sensitive action (`CONFIRM_PASSWORD`). A separate chunk, since most people never see it. */
export default function PasswordDialog({ onDone }: { onDone: (right: boolean) => void }) {
  const translate = useTranslate();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function confirm(): Promise<void> {
    if (password === '') {
      setError(translate('validation.required'));
      return;
    }
    setIsBusy(true);
    try {
      await request(CONFIRM_PATH, { method: 'POST', body: { password }, report: ({ status }) => status !== 400 });
      onDone(true);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setError(sentences(error.body?.password)[0] ?? error.message);
      setIsBusy(false);
    }
  }
  return (
    <FieldDialog
      title={translate('shell.password.title')}
      lead={translate('shell.password.lead')}
      label={translate('shell.password.field')}
      value={password}
      onValue={(typed) => {
        setPassword(typed);
        setError(null);
      }}
      mistake={error}
      input={{ type: 'password', autoFocus: true, autoComplete: 'current-password' }}
      yes={translate('shell.password.confirm')}
      busy={isBusy}
      onSubmit={() => void confirm()}
      onClose={() => onDone(false)}
    />
  );
}

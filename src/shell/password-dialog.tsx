import '#i18n/shell-dialogs-texts.ts';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { sentences } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { FieldDialog } from '#console/ui/dialogs/field-dialog.tsx';
import { CONFIRM_PATH } from '#resources/protocol/access/sessions.ts';

/** One's own password before something that could do harm (`CONFIRM_PASSWORD`). Its own chunk: most never see it. */
export default function PasswordDialog({ onDone }: { onDone: (right: boolean) => void }) {
  const translate = useTranslate();
  const [password, setPassword] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
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
    <FieldDialog
      title={translate('shell.password.title')}
      lead={translate('shell.password.lead')}
      label={translate('shell.password.field')}
      value={password}
      onValue={(typed) => {
        setPassword(typed);
        setMistake(null);
      }}
      mistake={mistake}
      input={{ type: 'password', autoFocus: true, autoComplete: 'current-password' }}
      yes={translate('shell.password.confirm')}
      busy={busy}
      onSubmit={() => void confirm()}
      onClose={() => onDone(false)}
    />
  );
}

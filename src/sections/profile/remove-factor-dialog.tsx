import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { callErrorMessage, removeSecondFactor } from '#console/data/second-factor/calls.ts';
import { FieldDialog } from '#console/ui/dialogs/field-dialog.tsx';

/** A second factor to be removed. */
export interface RemovedFactor {
  /** Id of the passkey; null for the app. */
  passkey: number | null;
  name: string;
  /** Whether it is the only factor. */
  isLast: boolean;
}

/** Six digits are a code of the app, because passwords are longer. */
const APP_CODE = /^\s*\d{3}\s?\d{3}\s*$/;

/** Dialog that removes a factor after a check of the password or of a code of the app. */
export default function RemoveFactorDialog({
  removed: { passkey, name, isLast },
  onClose,
  onDone,
}: {
  removed: RemovedFactor;
  onClose: () => void;
  onDone: () => void;
}) {
  const translate = useTranslate();
  const [proof, setProof] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    if (!proof) return setMistake(translate('validation.required'));
    setBusy(true);
    try {
      await removeSecondFactor(passkey, APP_CODE.test(proof) ? { code: proof } : { password: proof });
      onDone();
    } catch (error) {
      setMistake(callErrorMessage(error, 'password', 'code'));
      setBusy(false);
    }
  }
  return (
    <FieldDialog
      title={translate(`secondFactor.remove.${passkey === null ? 'app' : 'passkey'}`, { name })}
      lead={isLast ? translate('secondFactor.remove.last') : undefined}
      label={translate('secondFactor.remove.proof')}
      value={proof}
      onValue={(now) => {
        setProof(now);
        setMistake(null);
      }}
      mistake={mistake}
      input={{ type: 'password', autoFocus: true, autoComplete: 'current-password' }}
      yes={translate(`secondFactor.own.${passkey === null ? 'turnOff' : 'remove'}`)}
      isDangerous
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}

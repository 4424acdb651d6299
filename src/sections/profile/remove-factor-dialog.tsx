import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { callMistake, removeFactor } from '#console/data/second-factor/calls.ts';
import { FieldDialog } from '#console/ui/dialogs/field-dialog.tsx';

/** A factor that is to go. */
export interface Removed {
  /** Null: the app. */
  passkey: number | null;
  name: string;
  /** There is no other one. */
  isLast: boolean;
}

/** Six digits are a code of the app; no password is as short as that. */
const CODE = /^\s*\d{3}\s?\d{3}\s*$/;

/** Takes a factor away, against the password or a code of the app. */
export default function RemoveFactorDialog({
  removed: { passkey, name, isLast },
  onClose,
  onDone,
}: {
  removed: Removed;
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
      await removeFactor(passkey, CODE.test(proof) ? { code: proof } : { password: proof });
      onDone();
    } catch (error) {
      setMistake(callMistake(error, 'password', 'code'));
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

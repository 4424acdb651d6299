import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import {
  callErrorMessage,
  confirmApp,
  confirmPasskey,
  startAppSetup,
  startPasskeySetup,
} from '#console/data/second-factor/calls.ts';
import { createPasskey, deviceKind, PasskeyRefused } from '#console/data/second-factor/passkey.ts';
import { KeyText, QrCode } from '#console/shell/second-factor/qr-code.tsx';
import { FieldDialog, Lead } from '#console/ui/dialogs/field-dialog.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { SECOND_FACTOR_LIMITS } from '#resources/protocol/access/second-factor.ts';

interface SetUpProps {
  onClose: () => void;
  /** Called after the set-up; recovery codes come only with the first factor. */
  onDone: (codes: readonly string[]) => void;
}

/** Dialog that sets up an app or a passkey; a separate chunk, because most people open it once. */
export default function SetUpDialog({ factorKind, ...props }: SetUpProps & { factorKind: 'app' | 'passkey' }) {
  return factorKind === 'app' ? <AppSetUp {...props} /> : <PasskeySetUp {...props} />;
}

/** Set-up of the app: shows the key as a QR code and as text, then asks for a code. */
function AppSetUp({ onClose, onDone }: SetUpProps) {
  const translate = useTranslate();
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    let isUnmounted = false;
    startAppSetup(null).then(
      (newKey) => !isUnmounted && setKey(newKey),
      () => !isUnmounted && close.current(),
    );
    return () => {
      isUnmounted = true;
    };
  }, []);

  async function submit(): Promise<void> {
    if (!key) return;
    if (code.length !== SECOND_FACTOR_LIMITS.appCodeDigits) return setMistake(translate('validation.appCode'));
    setBusy(true);
    try {
      onDone((await confirmApp(null, code)).codes);
    } catch (error) {
      setMistake(callErrorMessage(error, 'code'));
      setBusy(false);
    }
  }
  return (
    <FieldDialog
      title={translate('secondFactor.app.title')}
      lead={translate('secondFactor.app.scan')}
      label={translate('secondFactor.app.code')}
      value={code}
      onValue={(typed) => {
        setCode(typed.replace(/\D/g, '').slice(0, SECOND_FACTOR_LIMITS.appCodeDigits));
        setMistake(null);
      }}
      mistake={mistake}
      input={{ autoComplete: 'one-time-code', inputProps: { inputMode: 'numeric' } }}
      yes={translate('secondFactor.app.confirm')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {key ? (
        <>
          <QrCode value={key.uri} name={translate('secondFactor.app.qr')} />
          <div>
            <Lead>{translate('secondFactor.app.byHand')}</Lead>
            <KeyText secret={key.secret} />
          </div>
        </>
      ) : (
        <Skeleton width={200} height={200} radius={8} />
      )}
    </FieldDialog>
  );
}

/** Set-up of a passkey: asks for its name, then the browser creates it. */
function PasskeySetUp({ onClose, onDone }: SetUpProps) {
  const translate = useTranslate();
  const [name, setName] = useState(() => translate(`secondFactor.passkey.nameOf.${deviceKind()}`));
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    if (!name.trim()) return setMistake(translate('validation.required'));
    setBusy(true);
    setMistake(null);
    try {
      const response = await createPasskey(await startPasskeySetup(null));
      onDone((await confirmPasskey(null, name, response)).codes);
    } catch (error) {
      const isRefused = error instanceof PasskeyRefused;
      setMistake(isRefused ? translate('secondFactor.passkey.refused') : callErrorMessage(error, 'name', 'response'));
      setBusy(false);
    }
  }
  return (
    <FieldDialog
      title={translate('secondFactor.passkey.title')}
      lead={translate('secondFactor.passkey.lead')}
      label={translate('secondFactor.passkey.name')}
      value={name}
      onValue={setName}
      mistake={mistake}
      input={{ autoFocus: true, inputProps: { maxLength: SECOND_FACTOR_LIMITS.passkeyName } }}
      yes={translate('secondFactor.passkey.confirm')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}

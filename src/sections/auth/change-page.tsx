import { useState } from 'react';
import { clearSession } from '#console/data/session/session.ts';
import { storeSignInNote } from '#console/data/session/sign-in-note.ts';
import { text } from '#i18n/console-text.ts';
import { confirmOwnCode, recheckTokenOn401, sendOwnCode } from './calls.ts';
import { CodeStep } from './code-step.tsx';
import { loadAddress } from './leave.ts';
import { BackLink, Heading } from './parts.tsx';
import { PasswordForm } from './password-form.tsx';

/**
 * `/password-change-logged`: sends a code on opening, asks for it and the new password, and signs the person out (AUTH-47…50).
 */
export function PasswordChangePage() {
  const [confirmed, setConfirmed] = useState<{ token: string | null } | null>(null);
  const back = <BackLink to="/profile">{text('recovery.backToProfile')}</BackLink>;
  if (!confirmed) {
    return (
      <CodeStep
        first="send"
        send={() => recheckTokenOn401(sendOwnCode)}
        confirm={async (code) => setConfirmed({ token: await recheckTokenOn401(() => confirmOwnCode(code)) })}
      >
        {back}
      </CodeStep>
    );
  }
  return (
    <>
      <Heading title={text('recovery.changeTitle')}>{text('recovery.changeLead')}</Heading>
      <PasswordForm
        kind="change"
        token={confirmed.token}
        onDone={() => {
          clearSession();
          storeSignInNote('passwordChanged');
          loadAddress('/auth');
        }}
      />
      {back}
    </>
  );
}

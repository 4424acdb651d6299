import { useState } from 'react';
import { clearSession } from '#console/data/session/session.ts';
import { leaveSignInNote } from '#console/data/session/sign-in-note.ts';
import { text } from '#i18n/console-text.ts';
import { confirmOwnCode, sendOwnCode, withOwnToken } from './calls.ts';
import { CodeStep } from './code-step.tsx';
import { leaveTo } from './leave.ts';
import { BackLink, Heading } from './parts.tsx';
import { PasswordForm } from './password-form.tsx';

/**
 * `/password-change-logged`: a code at once (AUTH-47), then the new password; afterwards the person is signed out (AUTH-47…50).
 */
export function ChangePage() {
  const [confirmed, setConfirmed] = useState<{ token: string | null } | null>(null);
  const back = <BackLink to="/profile">{text('recovery.backToProfile')}</BackLink>;
  if (!confirmed) {
    return (
      <CodeStep
        first="send"
        send={() => withOwnToken(sendOwnCode)}
        confirm={async (code) => setConfirmed({ token: await withOwnToken(() => confirmOwnCode(code)) })}
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
          leaveSignInNote('passwordChanged');
          leaveTo('/auth');
        }}
      />
      {back}
    </>
  );
}

import { leaveSignInNote } from '#console/data/said-at-sign-in.ts';
import { clearSession } from '#console/data/session.ts';
import { text } from '#i18n/console-text.ts';
import { DeadToken } from './dead-token.tsx';
import { leaveTo } from './leave.ts';
import { BackLink, Heading } from './parts.tsx';
import { PasswordForm } from './password-form.tsx';
import { usePasswordContext, useTokenOwner } from './token-owner.ts';

/** `/password-change/?token=`: a new password after a recovery (A§2, AUTH-60…73). */
export function PasswordPage({ token }: { token: string }) {
  const owner = useTokenOwner(token);
  const context = usePasswordContext(owner);
  if (owner === 'dead') return <DeadToken />;
  return (
    <>
      <Heading title={text('recovery.changeTitle')}>{text('recovery.changeLead')}</Heading>
      <PasswordForm
        kind="change"
        token={token}
        context={context}
        onDone={() => {
          // The change has ended every session; with a stored token the sign-in page would be passed by (AUTH-12).
          clearSession();
          leaveSignInNote('passwordChanged');
          leaveTo('/auth');
        }}
      />
      <BackLink to="/auth">{text('recovery.back')}</BackLink>
    </>
  );
}

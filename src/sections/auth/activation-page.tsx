import { useEffect, useState } from 'react';
import { session } from '#console/data/session/session.ts';
import { storeSignInPhone } from '#console/data/session/sign-in-note.ts';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { text } from '#i18n/console-text.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { TokenOwner } from './calls.ts';
import { DeadToken } from './dead-token.tsx';
import { BackLink, Heading } from './parts.tsx';
import { PasswordForm } from './password-form.tsx';
import classes from './recovery.module.css';
import { usePasswordContext, useTokenOwner } from './token-owner.ts';

/** `/registration?token=`: an invited employee sets their password (AUTH-51…59). */
export function ActivationPage({ token }: { token: string }) {
  const owner = useTokenOwner(token);
  const context = usePasswordContext(owner);
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    // Signs out whoever uses this browser: they are not the invited person (AUTH-53).
    session.token.set(null);
    session.chatToken.set(null);
  }, []);
  if (owner === 'dead') return <DeadToken />;
  if (owner === 'loading') {
    return (
      <div aria-busy="true">
        <Heading title={text('recovery.activation')}>{text('recovery.loading')}</Heading>
      </div>
    );
  }
  if (owner === 'failed') return <BackLink to="/auth">{text('recovery.back')}</BackLink>;
  if (isDone) return <Activated owner={owner} />;
  return (
    <>
      <Heading title={text('recovery.hello', { name: owner.first_name })}>{text('recovery.helloLead')}</Heading>
      <OwnerSummary owner={owner} />
      <PasswordForm kind="activation" token={token} context={context} onDone={() => setIsDone(true)} />
    </>
  );
}

function OwnerSummary({ owner }: { owner: TokenOwner }) {
  const name = [owner.first_name, owner.last_name].filter(Boolean).join(' ');
  return (
    <div className={classes.person}>
      <Avatar name={name} picture={owner.avatar} size={44} />
      <div>
        <b>{name}</b>
        {owner.company ? <small>{owner.company.label}</small> : null}
        <small className="tnum">{formatPhone(owner.phone_number)}</small>
      </div>
    </div>
  );
}

/** «Учётная запись активирована», with a link to the sign-in page (AUTH-58, AUTH-59). */
function Activated({ owner }: { owner: TokenOwner }) {
  return (
    <>
      <div role="status">
        <Heading title={text('recovery.activated')}>
          {text('recovery.activatedPhone')} <b className={classes.phone}>{formatPhone(owner.phone_number)}</b>{' '}
          {text('recovery.activatedPassword')}
        </Heading>
      </div>
      <a className={`boot-button ${classes.main}`} href="/auth" onClick={() => storeSignInPhone(owner.phone_number)}>
        {text('recovery.signIn')}
      </a>
    </>
  );
}

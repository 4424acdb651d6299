import { text } from '#i18n/console-text.ts';
import { BackLink, Heading } from './parts.tsx';

/** A link that is used up, too old or mistyped (AUTH-55). */
export function DeadToken() {
  return (
    <>
      <div role="alert">
        <Heading title={text('recovery.badToken')}>{text('recovery.badTokenLine')}</Heading>
      </div>
      <BackLink to="/auth">{text('recovery.back')}</BackLink>
    </>
  );
}

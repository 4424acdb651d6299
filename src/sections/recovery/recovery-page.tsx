import { useState } from 'react';
import { text } from '#i18n/console-text.ts';
import { confirmCode, type Sent, sendCode, type Wait } from './calls.ts';
import { CodeStep } from './code-step.tsx';
import { BackLink } from './parts.tsx';
import { PhoneStep } from './phone-step.tsx';

/**
 * `/confirmation`: phone, code, then the page of the new password (A§2, AUTH-30…46).
 * @param onToken the code was right; the token permits a new password
 */
export function RecoveryPage({ onToken }: { onToken: (token: string) => void }) {
  const [typed, setTyped] = useState('');
  const [first, setFirst] = useState<Sent | Wait | null>(null);
  if (!first) return <PhoneStep typed={typed} onTyped={setTyped} onNext={setFirst} />;
  return (
    <CodeStep
      first={first}
      send={() => sendCode(first.username)}
      confirm={async (code) => {
        const token = await confirmCode(first.username, code);
        if (token) onToken(token);
      }}
    >
      <BackLink to="/confirmation" onClick={() => setFirst(null)}>
        {text('recovery.otherPhone')}
      </BackLink>
    </CodeStep>
  );
}

import { useState } from 'react';
import { useTranslate } from 'react-admin';

const SENTENCES: Readonly<Record<number, string>> = {
  403: 'denied',
  404: 'gone',
  409: 'gone',
  413: 'large',
  422: 'full',
};

/** The message for a refusal of the chat. */
function failureKey(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? Number(error.code) : 0;
  return `chats.groups.failures.${SENTENCES[code] ?? 'other'}`;
}

/** Work with the chat that a click begins: one at a time; what it is refused by stands in words below. */
export function useWork(): {
  busy: boolean;
  failure: string | null;
  run: (work: () => Promise<void>, done?: () => void) => void;
  /** The same as a promise; rejects when it was refused. */
  attempt: (work: () => Promise<void>) => Promise<void>;
} {
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      console.warn('chat: refused', error);
      setFailure(translate(failureKey(error)));
      throw error;
    } finally {
      setBusy(false);
    }
  };
  const run = (work: () => Promise<void>, done: () => void = () => undefined) => {
    // A refusal stands in words already.
    if (!busy) attempt(work).then(done, () => undefined);
  };
  return { busy, failure, run, attempt };
}

import { useState } from 'react';
import { useTranslate } from 'react-admin';

const ERROR_KEYS: Readonly<Record<number, string>> = {
  403: 'denied',
  404: 'gone',
  409: 'gone',
  413: 'large',
  422: 'full',
};

/** The i18n key of the message for an error of the chat. */
function failureKey(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? Number(error.code) : 0;
  return `chats.groups.failures.${ERROR_KEYS[code] ?? 'other'}`;
}

/** Runs a chat request from a click, with its busy state and error text; `run` ignores clicks while busy. */
export function useChatAction(): {
  busy: boolean;
  failure: string | null;
  run: (work: () => Promise<void>, done?: () => void) => void;
  /** Like `run`, but without the busy guard; the promise rejects on failure. */
  runAsync: (work: () => Promise<void>) => Promise<void>;
} {
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const runAsync = async (work: () => Promise<void>) => {
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
    // The error is already shown as `failure`.
    if (!busy) runAsync(work).then(done, () => undefined);
  };
  return { busy, failure, run, runAsync };
}

import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { announce } from '#console/ui/announce.ts';
import { residents } from '#resources/residents.ts';
import type { CheckedList } from './checked-list.ts';
import { ErrandFailed, type Errands, token } from './errand.ts';
import type { ListKeeper } from './list-draft.ts';
import { spansOf } from './spans.ts';
import { submitError } from './submit-errors.ts';

/** Submitting what is sound: how far it has come, and what the form says when it failed (IMPORT-12, IMPORT-24). */
export interface Submission {
  /** Rows that were answered, of how many; null while nothing is submitted. */
  progress: { done: number; total: number } | null;
  error: string | null;
  submit: () => Promise<void>;
}

/**
 * @param draft where it is kept what was sent
 * @param onRefused called when the server has refused rows that looked sound: they stand among those with errors now
 */
export function useSubmission(
  list: CheckedList,
  errands: () => Promise<Errands>,
  draft: ListKeeper,
  onRefused: () => void,
): Submission {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Submission['progress']>(null);
  const [error, setError] = useState<string | null>(null);

  function keep(): void {
    if (list.isWaiting()) draft.send(spansOf(list.sent()));
    else draft.drop();
  }
  async function submit(): Promise<void> {
    const total = list.correct.length;
    if (progress || !total) return;
    let done = 0;
    setError(null);
    setProgress({ done, total });
    list.sending = true;
    try {
      const { created, refused, patch } = await (await errands()).run('submit', { token: token() }, (told) => {
        if (told.event !== 'progress') return;
        done = told.done;
        setProgress({ done, total: told.total });
        if (told.patch) list.apply(told.patch);
      });
      list.settled = true;
      list.sending = false;
      list.apply(patch);
      keep();
      if (created) announce(translate('import.check.created', { smart_count: created }));
      if (refused) {
        setError(translate('import.check.leftOver', { smart_count: refused }));
        onRefused();
      } else await navigate(residents.routes.list);
    } catch (failure) {
      list.sending = false;
      keep();
      if (!(failure instanceof ErrandFailed)) throw failure;
      const partly = done ? [translate('import.submit.partly', { done, total })] : [];
      setError([submitError(failure), ...partly].join('\n'));
    }
    setProgress(null);
  }

  return { progress, error, submit };
}

import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { featuresNow } from '#console/data/session/features.ts';
import { token, WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { has } from '#resources/language/features.ts';
import { residents } from '#resources/sections/residents.ts';
import type { ResidentList, ResidentWorker } from './checked-file.ts';
import type { ListKeeper } from './list-draft.ts';
import { joinSpans } from './spans.ts';
import { submitError } from './submit-errors.ts';

/** Pause between two saves of the progress, ms: parts of a long list are answered faster, and each save writes all of it. */
const PAUSE = 1_000;

/** Calls soon, and then once in a pause however often it is asked to. */
function paced(call: () => void) {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    last = performance.now();
    call();
  };
  return {
    ask: () => {
      timer ??= setTimeout(run, Math.max(0, last + PAUSE - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** Submission of correct rows: its progress, and the message after a failure (IMPORT-12, IMPORT-24). */
export interface Submission {
  /** Rows that were answered, of how many; null while nothing is submitted. */
  progress: { done: number; total: number } | null;
  error: string | null;
  submit: () => Promise<void>;
}

/**
 * @param building of the flats shown afterwards, with the new residents
 * @param draft stores which rows were sent
 * @param onRefused called when the server has refused rows that looked sound: they stand among those with errors now
 */
export function useSubmission(
  list: ResidentList,
  building: number,
  workerClient: () => Promise<ResidentWorker>,
  draft: ListKeeper,
  onRefused: () => void,
): Submission {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Submission['progress']>(null);
  const [error, setError] = useState<string | null>(null);

  function note(): void {
    if (!list.givenUp) draft.send(joinSpans(list.sent()));
  }
  function keep(): void {
    if (list.isWaiting()) note();
    else if (!list.givenUp) draft.drop();
  }
  async function submit(): Promise<void> {
    const total = list.correct.length;
    if (progress || !total) return;
    let doneCount = 0;
    // After a page closed in the middle the rows sent by then are out of the list.
    const notes = paced(note);
    setError(null);
    setProgress({ done: doneCount, total });
    list.sending = true;
    try {
      const { created, refused, patch } = await (await workerClient()).run('submit', { token: token() }, (event) => {
        if (event.event !== 'progress') return;
        doneCount = event.done;
        setProgress({ done: doneCount, total: event.total });
        if (!event.patch) return;
        list.apply(event.patch);
        notes.ask();
      });
      notes.stop();
      list.settled = true;
      list.sending = false;
      list.apply(patch);
      keep();
      if (created) {
        const leftCount = list.wrong.length;
        const sentences = [
          translate(`import.check.${has(featuresNow(), 'byHand') ? 'createdByHand' : 'created'}`, {
            smart_count: created,
          }),
          ...(leftCount ? [translate('import.check.notSent', { smart_count: leftCount })] : []),
        ];
        notify(sentences.join('. '));
      }
      if (refused) {
        setError(translate('import.check.leftOver', { smart_count: refused }));
        onRefused();
      } else if (!list.givenUp) await navigate(`${residents.routes.list}?buildings_id=${building}`);
    } catch (failure) {
      notes.stop();
      list.sending = false;
      keep();
      if (!(failure instanceof WorkerTaskFailed)) throw failure;
      const partly = doneCount ? [translate('import.submit.partly', { done: doneCount, total })] : [];
      setError([submitError(failure), ...partly].join('\n'));
    }
    setProgress(null);
  }

  return { progress, error, submit };
}

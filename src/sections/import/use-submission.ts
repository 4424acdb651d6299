import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { currentFeatures } from '#console/data/session/features.ts';
import { sessionToken, WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { hasAddition } from '#resources/language/features.ts';
import { residents } from '#resources/sections/residents.ts';
import type { ResidentList, ResidentWorker } from './checked-file.ts';
import type { ListDraftHandle } from './list-draft.ts';
import { toSpans } from './spans.ts';
import { submitError } from './submit-errors.ts';

/** Minimum time between two saves of the progress, ms; each save writes all of it, and parts are answered faster than that. */
const SAVE_INTERVAL_MS = 1_000;

/** Throttles a function to one call per `SAVE_INTERVAL_MS`. */
function throttle(call: () => void) {
  let lastRun = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    lastRun = performance.now();
    call();
  };
  return {
    ask: () => {
      timer ??= setTimeout(run, Math.max(0, lastRun + SAVE_INTERVAL_MS - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** Submission of correct rows: its progress, and the message after a failure (IMPORT-12, IMPORT-24). */
export interface Submission {
  /** Number of answered rows and of all rows; null while nothing is being submitted. */
  progress: { done: number; total: number } | null;
  error: string | null;
  submit: () => Promise<void>;
}

/**
 * Sends the correct rows of a list.
 * @param building id of the building whose residents are shown afterwards
 * @param draft stores the sent rows
 * @param onRefused called if the server refused some rows, which are among the wrong rows then
 */
export function useSubmission(
  list: ResidentList,
  building: number,
  workerClient: () => Promise<ResidentWorker>,
  draft: ListDraftHandle,
  onRefused: () => void,
): Submission {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Submission['progress']>(null);
  const [error, setError] = useState<string | null>(null);

  function saveSent(): void {
    if (!list.isReplaced) draft.storeSent(toSpans(list.sent()));
  }
  function saveOrDrop(): void {
    if (list.isWaiting()) saveSent();
    else if (!list.isReplaced) draft.deleteDraft();
  }
  async function submit(): Promise<void> {
    const total = list.correct.length;
    if (progress || !total) return;
    let doneCount = 0;
    // Saved during the submission too, so that after a reload rows already sent are not sent again.
    const throttledSave = throttle(saveSent);
    setError(null);
    setProgress({ done: doneCount, total });
    list.isSending = true;
    try {
      const { created, refused, patch } = await (await workerClient()).run(
        'submit',
        { token: sessionToken() },
        (event) => {
          if (event.event !== 'progress') return;
          doneCount = event.done;
          setProgress({ done: doneCount, total: event.total });
          if (!event.patch) return;
          list.apply(event.patch);
          throttledSave.ask();
        },
      );
      throttledSave.stop();
      list.isFullySent = true;
      list.isSending = false;
      list.apply(patch);
      saveOrDrop();
      if (created) {
        const wrongCount = list.wrong.length;
        const sentences = [
          translate(`import.check.${hasAddition(currentFeatures(), 'byHand') ? 'createdByHand' : 'created'}`, {
            smart_count: created,
          }),
          ...(wrongCount ? [translate('import.check.notSent', { smart_count: wrongCount })] : []),
        ];
        notify(sentences.join('. '));
      }
      if (refused) {
        setError(translate('import.check.leftOver', { smart_count: refused }));
        onRefused();
      } else if (!list.isReplaced) await navigate(`${residents.routes.list}?buildings_id=${building}`);
    } catch (failure) {
      throttledSave.stop();
      list.isSending = false;
      saveOrDrop();
      if (!(failure instanceof WorkerTaskFailed)) throw failure;
      const partialNote = doneCount ? [translate('import.submit.partly', { done: doneCount, total })] : [];
      setError([submitError(failure), ...partialNote].join('\n'));
    }
    setProgress(null);
  }

  return { progress, error, submit };
}

import { useRef, useState } from 'react';
import { showTaskFailure, type WorkerClient, WorkerTaskFailed } from './worker-client.ts';
import type { ImportShapes, Reading } from './worker-messages.ts';

/** The selected file: being read, read, or rejected. */
export interface ChosenFile<Opened> {
  file: File;
  /** Options the person has chosen for reading it. */
  reading: Reading;
  opened: Opened | null;
  /** Last successful reading; null if there was none. Kept while the file is reread, and if that fails. */
  last: Opened | null;
  problem: string | null;
}

/**
 * Selects a file and reads it at once in the worker. If it contains no list, the error is shown in the alert and beside the file.
 * @param openParams request parameters of the worker besides the file
 */
export function useFile<Shapes extends ImportShapes>(
  workerClient: () => Promise<WorkerClient<Shapes>>,
  openParams: Shapes['open'],
) {
  type Chosen = ChosenFile<Shapes['file']>;
  const [chosenFile, setChosenFile] = useState<Chosen | null>(null);
  const latestAttempt = useRef(0);
  /** @returns the result of reading; null if it failed or another file was selected meanwhile */
  async function open(file: File, reading: Reading = {}): Promise<Shapes['file'] | null> {
    latestAttempt.current += 1;
    const attempt = latestAttempt.current;
    const setState = (state: Pick<Chosen, 'opened' | 'problem'>) => {
      if (attempt !== latestAttempt.current) return;
      setChosenFile((previous) => ({
        file,
        reading,
        last: state.opened ?? (previous?.file === file ? previous.last : null),
        ...state,
      }));
    };
    setState({ opened: null, problem: null });
    try {
      const opened = await (await workerClient()).run('open', { file, ...reading, ...openParams });
      setState({ opened, problem: null });
      return attempt === latestAttempt.current ? opened : null;
    } catch (error) {
      if (!(error instanceof WorkerTaskFailed)) throw error;
      setState({ opened: null, problem: error.message });
      showTaskFailure(error);
      return null;
    }
  }
  function reset(): void {
    // Invalidates a reading that is still running.
    latestAttempt.current += 1;
    setChosenFile(null);
  }
  return { chosen: chosenFile, open, reset };
}

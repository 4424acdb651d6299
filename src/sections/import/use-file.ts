import { useRef, useState } from 'react';
import { tellFailure, type WorkerClient, WorkerTaskFailed } from './worker-client.ts';
import type { OpenedFile, Reading } from './worker-messages.ts';

/** The chosen file: being read, read, or refused. */
export interface ChosenFile {
  file: File;
  /** As the person wants it read. */
  reading: Reading;
  opened: OpenedFile | null;
  /** As it was last read; null: it never was. Stays when it is read anew, or does not read in the chosen encoding. */
  last: OpenedFile | null;
  problem: string | null;
}

/** Chooses a file and has it read at once, off the page's thread. A file that is not a list is reported by the alert and beside the file. */
export function useFile(workerClient: () => Promise<WorkerClient>) {
  const [chosenFile, setChosenFile] = useState<ChosenFile | null>(null);
  const newest = useRef(0);
  async function open(file: File, reading: Reading = {}): Promise<void> {
    newest.current += 1;
    const own = newest.current;
    const show = (state: Pick<ChosenFile, 'opened' | 'problem'>) => {
      if (own !== newest.current) return;
      setChosenFile((before) => ({
        file,
        reading,
        last: state.opened ?? (before?.file === file ? before.last : null),
        ...state,
      }));
    };
    show({ opened: null, problem: null });
    try {
      show({ opened: await (await workerClient()).run('open', { file, ...reading }), problem: null });
    } catch (error) {
      if (!(error instanceof WorkerTaskFailed)) throw error;
      show({ opened: null, problem: error.message });
      tellFailure(error);
    }
  }
  function drop(): void {
    // The previous file, if still being read, is no longer needed.
    newest.current += 1;
    setChosenFile(null);
  }
  return { chosen: chosenFile, open, drop };
}

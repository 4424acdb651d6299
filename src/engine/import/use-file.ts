import { useRef, useState } from 'react';
import { tellFailure, type WorkerClient, WorkerTaskFailed } from './worker-client.ts';
import type { ImportShapes, Reading } from './worker-messages.ts';

/** The chosen file: being read, read, or refused. */
export interface ChosenFile<Opened> {
  file: File;
  /** As the person wants it read. */
  reading: Reading;
  opened: Opened | null;
  /** As it was last read; null: it never was. Stays when it is read anew, or does not read in the chosen encoding. */
  last: Opened | null;
  problem: string | null;
}

/**
 * Chooses a file and has it read at once, off the page's thread. A file that is not a list is reported by the alert and beside the file.
 * @param besides what the worker is told besides the file
 */
export function useFile<Shapes extends ImportShapes>(
  workerClient: () => Promise<WorkerClient<Shapes>>,
  besides: Shapes['open'],
) {
  type Chosen = ChosenFile<Shapes['file']>;
  const [chosenFile, setChosenFile] = useState<Chosen | null>(null);
  const newest = useRef(0);
  /** @returns what it was read as; null when it does not read, or another one was chosen meanwhile */
  async function open(file: File, reading: Reading = {}): Promise<Shapes['file'] | null> {
    newest.current += 1;
    const attempt = newest.current;
    const show = (state: Pick<Chosen, 'opened' | 'problem'>) => {
      if (attempt !== newest.current) return;
      setChosenFile((before) => ({
        file,
        reading,
        last: state.opened ?? (before?.file === file ? before.last : null),
        ...state,
      }));
    };
    show({ opened: null, problem: null });
    try {
      const opened = await (await workerClient()).run('open', { file, ...reading, ...besides });
      show({ opened, problem: null });
      return attempt === newest.current ? opened : null;
    } catch (error) {
      if (!(error instanceof WorkerTaskFailed)) throw error;
      show({ opened: null, problem: error.message });
      tellFailure(error);
      return null;
    }
  }
  function drop(): void {
    // The previous file, if still being read, is no longer needed.
    newest.current += 1;
    setChosenFile(null);
  }
  return { chosen: chosenFile, open, drop };
}

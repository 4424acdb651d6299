import { useRef, useState } from 'react';
import type { Encoding } from '#resources/import-encoding.ts';
import { ErrandFailed, type Errands, tellFailure } from './errand.ts';
import type { Opened } from './talk.ts';

/** The chosen file: being read, read, or refused. */
export interface ChosenFile {
  file: File;
  /** By the person; undefined: the product has found it out. */
  encoding: Encoding | undefined;
  opened: Opened | null;
  problem: string | null;
}

/** Chooses a file and has it read at once, off the page's thread. What is no list is told by the alert and beside the file. */
export function useFile(errands: () => Promise<Errands>) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const newest = useRef(0);
  async function open(file: File, encoding?: Encoding): Promise<void> {
    newest.current += 1;
    const own = newest.current;
    const show = (state: Pick<ChosenFile, 'opened' | 'problem'>) => {
      if (own === newest.current) setChosen({ file, encoding, ...state });
    };
    show({ opened: null, problem: null });
    try {
      show({ opened: await (await errands()).run('open', { file, encoding }), problem: null });
    } catch (error) {
      if (!(error instanceof ErrandFailed)) throw error;
      show({ opened: null, problem: error.message });
      tellFailure(error);
    }
  }
  return { chosen, open, drop: () => setChosen(null) };
}

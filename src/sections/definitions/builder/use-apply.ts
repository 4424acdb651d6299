import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import type { StoredText } from '#resources/protocol/definitions/stored-file-answers.ts';
import { FILES_KEY, fileKey, removeFile, type Saved, saveFile } from './file/file-calls.ts';

/** The file as the server has it. */
export interface Base {
  text: string;
  /** 0 for a file that is not there yet. */
  version: number;
}

/** A refused try, and what is to be said of it. */
interface ApplyState {
  isBusy: boolean;
  refusals: readonly string[];
  /** Written by somebody else meanwhile. */
  theirs: StoredText | null;
  /** Records that do not fit keep the former definition in force. */
  isPending: boolean;
}

const IDLE: ApplyState = { isBusy: false, refusals: [], theirs: null, isPending: false };

/**
 * Writes the file of a section, or takes it away.
 * @param onWritten the server has the text now
 */
export function useApply(name: string, base: Base, onWritten: (base: Base) => void) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [state, setState] = useState(IDLE);

  async function settle(
    write: () => Promise<Saved>,
    onDone: (version: number, pending: boolean) => void,
  ): Promise<void> {
    setState({ ...IDLE, isBusy: true });
    try {
      const answer = await write();
      if (answer.outcome === 'refused') return setState({ ...IDLE, refusals: answer.problems });
      if (answer.outcome === 'outdated') return setState({ ...IDLE, theirs: answer.theirs });
      setState({ ...IDLE, isPending: answer.pending });
      onDone(answer.version, answer.pending);
      void queryClient.invalidateQueries({ queryKey: FILES_KEY });
    } catch (error) {
      // The alert has told of a failed call.
      setState(IDLE);
      if (!(error instanceof RequestError)) throw error;
    }
  }

  /** @param version that the text stands on; that of the file as it was opened when left out */
  const apply = (text: string, version = base.version) =>
    settle(
      () => saveFile(name, text, version),
      (next, pending) => {
        queryClient.setQueryData(fileKey(name), undefined);
        onWritten({ text, version: next });
        if (!pending) notify('sectionBuilder.apply.done');
      },
    );
  const remove = (onDone: () => void) =>
    settle(
      () => removeFile(name, base.version),
      () => {
        notify('sectionBuilder.remove.done');
        onDone();
      },
    );
  return { ...state, apply, remove, forget: () => setState(IDLE) };
}

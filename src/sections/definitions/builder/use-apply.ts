import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import type { StoredText } from '#resources/protocol/definitions/stored-file-answers.ts';
import { FILES_KEY, fileKey, removeFile, type SaveResult, saveFile } from './file/file-calls.ts';

/** The definition file as stored on the server. */
export interface BaseFile {
  text: string;
  /** 0 for a file that is not saved yet. */
  version: number;
}

/** Result of the last attempt to apply or remove. */
interface ApplyState {
  isBusy: boolean;
  refusals: readonly string[];
  /** Text saved by another person meanwhile; null if there is no conflict. */
  theirs: StoredText | null;
  /** Whether the previous definition stays active because some records do not fit the new one. */
  isPending: boolean;
}

const IDLE: ApplyState = { isBusy: false, refusals: [], theirs: null, isPending: false };

/**
 * Saves or removes the file of a section.
 * @param onWritten called after the server has stored the text
 */
export function useApply(name: string, base: BaseFile, onWritten: (base: BaseFile) => void) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [state, setState] = useState(IDLE);

  async function send(
    sendFile: () => Promise<SaveResult>,
    onDone: (version: number, pending: boolean) => void,
  ): Promise<void> {
    setState({ ...IDLE, isBusy: true });
    try {
      const answer = await sendFile();
      if (answer.outcome === 'refused') return setState({ ...IDLE, refusals: answer.problems });
      if (answer.outcome === 'outdated') return setState({ ...IDLE, theirs: answer.theirs });
      setState({ ...IDLE, isPending: answer.pending });
      onDone(answer.version, answer.pending);
      void queryClient.invalidateQueries({ queryKey: FILES_KEY });
    } catch (error) {
      // A RequestError is already shown in an alert.
      setState(IDLE);
      if (!(error instanceof RequestError)) throw error;
    }
  }

  /** @param version version the text is based on; the current base by default */
  const apply = (text: string, version = base.version) =>
    send(
      () => saveFile(name, text, version),
      (next, pending) => {
        queryClient.setQueryData(fileKey(name), undefined);
        onWritten({ text, version: next });
        if (!pending) notify('sectionBuilder.apply.done');
      },
    );
  const remove = (onDone: () => void) =>
    send(
      () => removeFile(name, base.version),
      () => {
        notify('sectionBuilder.remove.done');
        onDone();
      },
    );
  return { ...state, apply, remove, forget: () => setState(IDLE) };
}

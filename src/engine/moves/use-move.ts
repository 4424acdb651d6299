import '#i18n/moves-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { changeAuthor, readRecordChange } from '#console/data/http/edit-conflict.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { sendOnce } from '#console/data/http/send-once.ts';
import { decodeRecord, recordPath } from '#console/data/providers/wire.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import { type FieldMove, stateLabel } from '#resources/language/moves.ts';
import type { BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import type { WireAnswer } from '#resources/protocol/open-shapes.ts';
import { putRecord } from '../cached-lists.ts';
import { useResource } from '../resource-context.tsx';

/** Whether another person has changed the record since it was shown. */
export const isRecordChanged = (error: RequestError): boolean =>
  error.status === 409 && error.body?.code === 'record_changed';

/** A completed move. */
export interface MadeMove {
  undo: () => Promise<void>;
  /** Kind of the toast that offers undo. */
  kind: string;
  /** The record after the move. */
  record: RaRecord;
  /** Resolves when the shown data has been refetched. */
  shown: Promise<void>;
}

/** Statuses which mean that the shown record or the person's rights are outdated. */
const OUTDATED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409]);

/**
 * Moves records of the section, notifies and offers undo. An alert shows refusals of the server, and the shown data is then
 * refetched.
 * @returns a function that moves a record, optionally to a position in its new column; rejects with the refusal
 */
export function useMove(): (
  record: RaRecord,
  fieldMove: FieldMove,
  values?: Readonly<Record<string, unknown>>,
  place?: BoardPlace | null,
) => Promise<MadeMove> {
  const resource = useResource();
  const { name } = resource;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const refetchAll = () => queryClient.invalidateQueries({ queryKey: [name] });

  /** Shows the returned record at once, so that only its current moves are offered. */
  async function showResponse(answer: WireAnswer): Promise<RaRecord | null> {
    const moved = await decodeRecord(resource, answer);
    if (moved) putRecord(queryClient, name, moved);
    return moved;
  }

  function reportChanged(error: RequestError) {
    const author = changeAuthor(readRecordChange(error));
    const key = !author || author.isOwn ? 'moves.changed' : 'moves.changedBy';
    reportFailure(error, translate(key, { name: author?.name }));
  }

  return async (record, { state, move }, values = {}, place = null) => {
    const path = `${recordPath(resource, record.id)}/move/`;
    const version = record[RECORD_VERSION];
    const body = {
      move: move.name,
      values,
      ...(typeof version === 'string' ? { record_version: version } : {}),
      ...(place ? { order: place } : {}),
    };
    let moved: RaRecord | null;
    try {
      const answer = await sendOnce(path, body, (headers) =>
        request(path, {
          method: 'POST',
          body,
          headers,
          report: (error) => error.status !== 400 && !isRecordChanged(error),
        }),
      );
      moved = await showResponse(answer);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (isRecordChanged(error)) reportChanged(error);
      if (OUTDATED_STATUSES.has(error.status)) void refetchAll();
      throw error;
    }
    const undo = async () => {
      focusHeadingInstead(document.activeElement);
      try {
        await showResponse(await request(`${path}undo/`, { method: 'POST' }));
      } finally {
        await refetchAll();
      }
    };
    const sentence = move.said ?? translate('moves.said', { state: stateLabel(state.process.states, move.to) });
    // Only the last move of a record can be undone, so its toast replaces earlier ones.
    notify(sentence, { undo, kind: path } satisfies ToastOptions);
    return { undo, kind: path, record: { ...record, ...moved }, shown: refetchAll() };
  };
}

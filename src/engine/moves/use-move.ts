import '#i18n/moves-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { changeAuthor, readRecordChange } from '#console/data/http/edit-conflict.ts';
import { reportFailure } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { sentOnce } from '#console/data/http/sent-once.ts';
import { readRecord, recordPath } from '#console/data/providers/wire.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import { type FieldMove, stateLabel } from '#resources/language/moves.ts';
import type { BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import type { WireAnswer } from '#resources/protocol/open-shapes.ts';
import { putRecord } from '../cached-lists.ts';
import { useResource } from '../resource-context.tsx';

/** Whether another person has changed the record since it was shown. */
export const isChanged = (error: RequestError): boolean =>
  error.status === 409 && error.body?.code === 'record_changed';

/** A move that was made. */
export interface MadeMove {
  undo: () => Promise<void>;
  /** Kind of the toast that offers to take it back. */
  kind: string;
  /** The record as it is then. */
  record: RaRecord;
  /** Resolves when the shown data were fetched anew. */
  shown: Promise<void>;
}

/** Statuses that mean that the shown record, or the person's rights, are outdated. */
const ANOTHER: ReadonlySet<number> = new Set([403, 404, 409]);

/**
 * Moves records of the section, reports it and offers to undo it. The alert shows a refusal of the server, and the shown data are
 * then fetched anew.
 * @returns moves a record, to a place in its new column where one is named; rejects with the refusal
 */
export function useMove(): (
  record: RaRecord,
  found: FieldMove,
  values?: Readonly<Record<string, unknown>>,
  place?: BoardPlace | null,
) => Promise<MadeMove> {
  const resource = useResource();
  const { name } = resource;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const anew = () => queryClient.invalidateQueries({ queryKey: [name] });

  /** Shows the answered record at once, so that only its present moves are offered, and fetches the rest anew. */
  async function show(answer: WireAnswer): Promise<RaRecord | null> {
    const moved = await readRecord(resource, answer);
    if (moved) putRecord(queryClient, name, moved);
    return moved;
  }

  function tellChanged(error: RequestError) {
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
      const answer = await sentOnce(path, body, (headers) =>
        request(path, { method: 'POST', body, headers, report: (error) => error.status !== 400 && !isChanged(error) }),
      );
      moved = await show(answer);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (isChanged(error)) tellChanged(error);
      if (ANOTHER.has(error.status)) void anew();
      throw error;
    }
    const undo = async () => {
      focusHeadingInstead(document.activeElement);
      try {
        await show(await request(`${path}undo/`, { method: 'POST' }));
      } finally {
        await anew();
      }
    };
    const sentence = move.said ?? translate('moves.said', { state: stateLabel(state.process.states, move.to) });
    // Of several moves of one record only the last can be undone.
    notify(sentence, { undo, kind: path } satisfies ToastOptions);
    return { undo, kind: path, record: { ...record, ...moved }, shown: anew() };
  };
}

import '#i18n/board-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { request } from '#console/data/http/http.ts';
import { recordPath } from '#console/data/providers/wire.ts';
import { useSubject } from '#console/data/session/access.ts';
import { useAddition } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { refusal } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { orderedField } from '#resources/language/moves.ts';
import type { BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import type { MadeMove } from '../moves/use-move.ts';
import { useResource } from '../resource-context.tsx';

// Places on the boards of added sections; the board of requests: src/sections/requests/model/request-board.ts.

/** Whether the cards of the section's board stand in an order that people make by hand, and the server keeps it. */
export function useIsOrdered(resource: Resource): boolean {
  const isKept = useAddition('boardOrder');
  return isKept && resource.generic && orderedField(resource) !== undefined;
}

/** Tells whether the person may give a record another place in its column: whoever may change the record. */
export function useMayPlace({ section, record: rules }: Resource, isOrdered: boolean): (record: RaRecord) => boolean {
  const subject = useSubject();
  return useCallback(
    (record) => isOrdered && refusal(subject, section, 'change', rules, record) === null,
    [subject, section, rules, isOrdered],
  );
}

/** Puts records at places in their columns, says so and offers to take it back. @returns places a record; rejects with the refusal */
export function usePlace(): (record: RaRecord, state: string, place: BoardPlace) => Promise<MadeMove> {
  const resource = useResource();
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const anew = () => queryClient.invalidateQueries({ queryKey: [resource.name] });
  return async (record, state, place) => {
    const path = `${recordPath(resource, record.id)}/order/`;
    // The undo is told what was answered here.
    const placed = await request(path, { method: 'POST', body: { state, ...place } });
    const undo = async () => {
      focusHeadingInstead(document.activeElement);
      try {
        await request(`${path}undo/`, { method: 'POST', body: placed });
      } finally {
        await anew();
      }
    };
    notify(translate('board.placed'), { undo, kind: path } satisfies ToastOptions);
    return { undo, kind: path, record, shown: anew() };
  };
}

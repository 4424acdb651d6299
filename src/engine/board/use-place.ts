import '#i18n/board-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { request } from '#console/data/http/http.ts';
import { recordPath } from '#console/data/providers/wire.ts';
import { useSubject } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { refusal } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { orderedField } from '#resources/language/moves.ts';
import type { BoardPlace } from '#resources/protocol/definitions/board-order.ts';
import type { MadeMove } from '../moves/use-move.ts';
import { useResource } from '../resource-context.tsx';

// Positions on the boards of added sections; for the board of requests see src/sections/requests/model/request-board.ts.

/** Whether the cards of the section's board are ordered by hand and the server stores the order. */
export function useIsOrdered(resource: Resource): boolean {
  const isSupported = useServerFeature('boardOrder');
  return isSupported && resource.generic && orderedField(resource) !== undefined;
}

/** Returns whether the person may reorder a record within its column, which needs the right to change it. */
export function useCanReorder({ section, record: rules }: Resource, isOrdered: boolean): (record: RaRecord) => boolean {
  const subject = useSubject();
  return useCallback(
    (record) => isOrdered && refusal(subject, section, 'change', rules, record) === null,
    [subject, section, rules, isOrdered],
  );
}

/**
 * Returns a function that stores a record's position in its column, notifies and offers undo; rejects with the server's refusal.
 */
export function usePlaceRecord(): (record: RaRecord, state: string, place: BoardPlace) => Promise<MadeMove> {
  const resource = useResource();
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const refetchRecords = () => queryClient.invalidateQueries({ queryKey: [resource.name] });
  return async (record, state, place) => {
    const path = `${recordPath(resource, record.id)}/order/`;
    // The undo call takes this response as its body.
    const placed = await request(path, { method: 'POST', body: { state, ...place } });
    const undo = async () => {
      focusHeadingInstead(document.activeElement);
      try {
        await request(`${path}undo/`, { method: 'POST', body: placed });
      } finally {
        await refetchRecords();
      }
    };
    notify(translate('board.placed'), { undo, kind: path } satisfies ToastOptions);
    return { undo, kind: path, record, shown: refetchRecords() };
  };
}

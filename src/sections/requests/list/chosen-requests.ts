import { hashKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Identifier, useRecordSelection } from 'react-admin';
import { useRefusal } from '#console/data/session/access.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { type RowSelection, useRowSelection } from '#console/engine/list/bulk/row-choice.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import type { BoardFilter } from '../model/board-calls.ts';
import type { RequestListRow } from './request-rows.ts';

/** The selection of requests in the list, for bulk actions. */
export interface ChosenRequests {
  /** State of the row checkboxes and, per stage, of the checkbox in the header; null if the reader has no bulk actions. */
  checkboxes:
    | (Pick<RowSelection, 'isChosen' | 'toggle'> & {
        forStage: (ids: readonly number[]) => Pick<RowSelection, 'all' | 'some' | 'toggleAll'>;
      })
    | null;
  chosenRequests: readonly TaskCard[];
  clear: () => void;
}

/** Selection in the list, based on react-admin's; requests that are no longer in the list are left out. */
export function useChosenRequests(
  rows: readonly RequestListRow[],
  filter: BoardFilter,
  search: string,
): ChosenRequests {
  const isOffered = useOwnServerFeature('bulk');
  const missingRight = useRefusal('tasks', 'change');
  const [selected, { select, clearSelection }] = useRecordSelection({ resource: 'tasks' });
  const ids = useMemo(() => rows.map(({ request }) => request.id), [rows]);
  const { isChosen, toggle } = useRowSelection(ids, selected, select, hashKey([filter, search]));
  const chosenRequests = useMemo(() => {
    const ids = new Set<Identifier>(selected);
    return rows.flatMap(({ request }) => (ids.has(request.id) ? request : []));
  }, [rows, selected]);
  const stageChoice = (stageIds: readonly number[]) => {
    const all = stageIds.length > 0 && stageIds.every(isChosen);
    const others = selected.filter((id) => !stageIds.includes(Number(id)));
    return { all, some: stageIds.some(isChosen), toggleAll: () => select(all ? others : [...others, ...stageIds]) };
  };
  return {
    checkboxes: isOffered && !missingRight ? { isChosen, toggle, forStage: stageChoice } : null,
    chosenRequests,
    clear: () => clearSelection(),
  };
}

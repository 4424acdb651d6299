import { hashKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Identifier, useRecordSelection } from 'react-admin';
import { useRefusal } from '#console/data/session/access.ts';
import { useOwnAddition } from '#console/data/session/features.ts';
import { type RowChoice, useRowChoice } from '#console/engine/list/bulk/row-choice.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import type { BoardFilter } from '../model/board-calls.ts';
import type { RequestListRow } from './request-rows.ts';

/** The requests that are chosen in the list, to do something with all of them. */
export interface ChosenRequests {
  /** Choosing them, and the rows of one stage; null where there is nothing to do with them. */
  boxes:
    | (Pick<RowChoice, 'isChosen' | 'toggle'> & {
        of: (ids: readonly number[]) => Pick<RowChoice, 'all' | 'some' | 'toggleAll'>;
      })
    | null;
  chosenRequests: readonly TaskCard[];
  clear: () => void;
}

/** Choosing requests of the list, over react-admin's selection. A request that leaves the list is no longer chosen. */
export function useChosenRequests(
  rows: readonly RequestListRow[],
  filter: BoardFilter,
  search: string,
): ChosenRequests {
  const isOffered = useOwnAddition('bulk');
  const why = useRefusal('tasks', 'change');
  const [selected, { select, clearSelection }] = useRecordSelection({ resource: 'tasks' });
  const ids = useMemo(() => rows.map(({ request }) => request.id), [rows]);
  const { isChosen, toggle } = useRowChoice(ids, selected, select, hashKey([filter, search]));
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
    boxes: isOffered && !why ? { isChosen, toggle, of: stageChoice } : null,
    chosenRequests,
    clear: () => clearSelection(),
  };
}

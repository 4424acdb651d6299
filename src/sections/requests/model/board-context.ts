import { createContext, useContext } from 'react';
import type { Where } from '#console/engine/board/board-store.ts';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';

/** Actions of the cards and of the details panel. */
export interface BoardActions {
  /** Shows the details of a request. */
  open: (id: number) => void;
  move: (request: TaskCard, to: TaskStage, where: Where) => void;
  /** Moves the request one position up (-1) or down (1) in its column. */
  moveByOne: (request: TaskCard, offset: -1 | 1) => void;
  cancel: (request: TaskCard) => void;
  changePerformer: (request: TaskCard) => void;
  /** Opens the edit form of a request; null if the server has no such call. */
  edit: ((request: TaskCard) => void) | null;
  setDeadline: (request: TaskCard, deadline: string | null) => void;
  /** Why the reader may not move this request; null if they may (PERM-09). */
  moveRefusal: (request: TaskCard) => ReasonText | null;
  /** Why the reader may not comment; null if they may. The right to change requests covers comments on every visible request. */
  commentRefusal: ReasonText | null;
}

export const BoardContext = createContext<BoardActions | null>(null);

/** Actions of the surrounding `BoardContext`. */
export function useBoardActions(): BoardActions {
  const actions = useContext(BoardContext);
  if (!actions) throw new Error('useBoardActions needs a board around it');
  return actions;
}

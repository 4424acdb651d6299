import { createContext, useContext } from 'react';
import type { Where } from '#console/engine/board/board-store.ts';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';

/** Actions of the cards and details of a board; the same object in every rendering. */
export interface BoardActions {
  /** Shows the details of a request. */
  open: (id: number) => void;
  move: (request: TaskCard, to: TaskStage, where: Where) => void;
  /** One place up or down in its column. */
  shift: (request: TaskCard, by: -1 | 1) => void;
  cancel: (request: TaskCard) => void;
  changePerformer: (request: TaskCard) => void;
  /** Opens the form of a request; null if the server has no such call. */
  edit: ((request: TaskCard) => void) | null;
  setDeadline: (request: TaskCard, deadline: string | null) => void;
  /** Why the person may not move this request; null when they may (PERM-09). */
  moveRefusal: (request: TaskCard) => ReasonText | null;
  /** Why the person may not comment; null when they may: the right to act on requests covers comments on any of them. */
  commentRefusal: ReasonText | null;
}

export const BoardContext = createContext<BoardActions | null>(null);

/** Actions on the board around the caller. */
export function useBoardActions(): BoardActions {
  const actions = useContext(BoardContext);
  if (!actions) throw new Error('useBoardActions needs a board around it');
  return actions;
}

import { useSyncExternalStore } from 'react';
import { createListeners } from '#console/data/listeners.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { type Columns, taskOf, withTask } from './columns.ts';

/** What of a card a move changes. */
export type CardChange = Partial<
  Pick<TaskCard, 'stage' | 'order' | 'performer' | 'resolution' | 'resolution_description' | 'deadline'>
>;

/** A change that is shown and not yet stored. */
export interface PendingMove {
  readonly key: number;
  /** Id of the request. */
  readonly id: number;
  readonly change: CardChange;
}

/**
 * Changes on their way, laid over what the server said: what is stored stays untouched below, so that taking one away is
 * an exact way back, whatever came in between (TASK-38, B§4). Kept outside of React's state, as a drop must be drawn at once.
 */
let pending: readonly PendingMove[] = [];
let lastKey = 0;
const listeners = createListeners();

function show(next: readonly PendingMove[]): void {
  pending = next;
  listeners.tell();
}

/** Lays a change over the board. @returns its key */
export function layOver(id: number, change: CardChange): number {
  lastKey += 1;
  show([...pending, { key: lastKey, id, change }]);
  return lastKey;
}

/** Takes a change off the board again. */
export function takeOff(key: number): void {
  if (pending.some((move) => move.key === key)) show(pending.filter((move) => move.key !== key));
}

/** The changes on their way, oldest first. */
export function usePendingMoves(): readonly PendingMove[] {
  return useSyncExternalStore(listeners.follow, () => pending);
}

/** The board with the changes on their way. */
export function withPending(columns: Columns<TaskCard>, moves: readonly PendingMove[]): Columns<TaskCard> {
  return moves.reduce((board, { id, change }) => {
    const task = taskOf(board, id);
    return task ? withTask(board, { ...task, ...change }, true) : board;
  }, columns);
}

import type { CSSProperties } from 'react';
import classes from './board.module.css';
import type { BoardLook } from './board-look.ts';
import { type BoardSource, useBoardState } from './board-store.ts';
import type { PlacedCard } from './columns.ts';

/** The empty place under a dragged card, with what dropping it here does (TASK-31). */
export function DropSlot<Card extends PlacedCard, State extends string>({
  look: { store, outcome },
  state,
  index,
}: {
  look: BoardLook<Card, State>;
  state: State;
  index: number;
}) {
  const isTarget = useBoardState(
    store,
    ({ drag }) => drag?.target?.state === state && drag.target.index === index && drag.from !== state,
  );
  const move = useBoardState(store, ({ drag }) => (isTarget ? (drag?.move ?? null) : null));
  const height = useBoardState(store, ({ drag }) => (isTarget ? (drag?.height ?? 0) : 0));
  const promise = move === null ? null : outcome(move);
  if (!isTarget || !promise) return null;
  const { Sign, text } = promise;
  return (
    <div className={classes.slot} style={{ '--slot': `${height}px` } as CSSProperties} data-slot={move}>
      <Sign aria-hidden />
      {text}
    </div>
  );
}

/** Room for the dragged card behind the last one of a column. */
export function EndRoom<Card extends PlacedCard, State extends string>({ store }: { store: BoardSource<Card, State> }) {
  const height = useBoardState(store, ({ drag }) => drag?.height ?? 0);
  return <div style={{ height: Math.max(1, height) }} />;
}

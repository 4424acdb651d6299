import type { CSSProperties } from 'react';
import classes from './board.module.css';
import type { BoardConfig } from './board-config.ts';
import { type BoardSource, useBoardState } from './board-store.ts';
import type { PlacedCard } from './columns.ts';

/** The drop slot under a dragged card, with the outcome of dropping it here (TASK-31). */
export function DropSlot<Card extends PlacedCard, State extends string>({
  config: { store, outcome },
  state,
  index,
}: {
  config: BoardConfig<Card, State>;
  state: State;
  index: number;
}) {
  const isTarget = useBoardState(
    store,
    ({ drag }) => drag?.target?.state === state && drag.target.index === index && drag.from !== state,
  );
  const move = useBoardState(store, ({ drag }) => (isTarget ? (drag?.move ?? null) : null));
  const height = useBoardState(store, ({ drag }) => (isTarget ? (drag?.height ?? 0) : 0));
  const moveOutcome = move === null ? null : outcome(move);
  if (!isTarget || !moveOutcome) return null;
  const { Icon, text } = moveOutcome;
  return (
    <div className={classes.slot} style={{ '--slot': `${height}px` } as CSSProperties} data-slot={move}>
      <Icon aria-hidden />
      {text}
    </div>
  );
}

/** Space for the dragged card at the end of a column. */
export function EndRoom<Card extends PlacedCard, State extends string>({ store }: { store: BoardSource<Card, State> }) {
  const height = useBoardState(store, ({ drag }) => drag?.height ?? 0);
  return <div style={{ height: Math.max(1, height) }} />;
}

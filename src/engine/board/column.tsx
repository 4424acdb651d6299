import { Droppable, type DroppableProvided } from '@hello-pangea/dnd';
import { useForkRef } from '@mui/material/utils';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useKeptScroll } from '#console/ui/navigation/kept-scroll.ts';
import { VirtualList } from '#console/ui/virtual/virtual-list.tsx';
import { PX } from '#resources/limits.ts';
import classes from './board.module.css';
import type { BoardLook, ColumnLook } from './board-look.ts';
import { FORBIDDEN, useBoardState } from './board-store.ts';
import { CARD_HEIGHT } from './card-element.ts';
import type { Column, PlacedCard } from './columns.ts';
import { DraggableCard, HeldCard } from './draggable-card.tsx';
import { DropSlot, EndRoom } from './drop-slot.tsx';

/** Pause after a batch before the end is looked at again, ms: the list has to grow first. */
const LOOK_AGAIN = 80;

interface Props<Card extends PlacedCard, State extends string> {
  look: BoardLook<Card, State>;
  state: State;
  column: Column<Card>;
  selected: number | null;
  /** A panel stands beside the board. */
  compact: boolean;
  onEnd: (state: State) => void;
}

/** One column of the board: its title with the count, its cards; only those in view are in the page. */
export function ColumnView<Card extends PlacedCard, State extends string>({
  look,
  columnLook: { state, title, sign },
  column,
  count,
  selected,
  compact,
  onEnd,
}: Omit<Props<Card, State>, 'state'> & { columnLook: ColumnLook<State>; count: number | null }) {
  const { store } = look;
  const isForbidden = useBoardState(store, ({ drag }) => drag?.moves[state] === FORBIDDEN);
  const isOver = useBoardState(store, ({ drag }) => drag?.target?.state === state && drag.from !== state);
  const states = [isOver && classes.over, isForbidden && classes.noway].filter(Boolean);
  const { cards } = column;
  return (
    <section className={[classes.column, ...states].join(' ')} aria-label={title} data-stage={state}>
      <h2 className={classes.head} title={title}>
        {sign}
        <span className={classes.title}>{title}</span>
        <span className={classes.count}>{count}</span>
      </h2>
      <div className={classes.list}>
        <Droppable
          droppableId={state}
          mode="virtual"
          isDropDisabled={isForbidden}
          renderClone={(provided, snapshot, rubric) => {
            const card = cards[rubric.source.index];
            return card ? (
              <HeldCard
                look={look}
                card={card}
                provided={provided}
                motion={snapshot}
                dragging
                selected={selected === card.id}
                compact={compact}
              />
            ) : (
              <article ref={provided.innerRef} {...provided.draggableProps} />
            );
          }}
        >
          {(provided, snapshot) => (
            <Cards
              look={look}
              state={state}
              column={column}
              selected={selected}
              compact={compact}
              onEnd={onEnd}
              provided={provided}
              room={snapshot.isUsingPlaceholder}
            />
          )}
        </Droppable>
      </div>
    </section>
  );
}

/** Asks for the next batch within 100 px of the end (TASK-14), and again while the end stays that near. */
function useEnd<Card extends PlacedCard, State extends string>({
  state,
  column,
  onEnd,
}: Pick<Props<Card, State>, 'state' | 'column' | 'onEnd'>) {
  const area = useRef<HTMLDivElement | null>(null);
  const checkEnd = useCallback(() => {
    const box = area.current;
    if (!box || column.complete) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= PX.boardEdge) onEnd(state);
  }, [state, column.complete, onEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a batch that was loaded may not have filled the column
  useEffect(() => {
    const timer = setTimeout(checkEnd, LOOK_AGAIN);
    return () => clearTimeout(timer);
  }, [checkEnd, column.cards.length]);
  return { area, checkEnd };
}

/** Cards before the last one that is loaded at which the next batch is fetched while a card is carried by the keyboard. */
const AHEAD = 4;

/**
 * Loads the next cards of a column while a card is carried by the keyboard towards the end of those that are there, and brings its
 * place into view.
 */
function useCarriedOn<Card extends PlacedCard, State extends string>(
  { look, state, column, onEnd }: Pick<Props<Card, State>, 'look' | 'state' | 'column' | 'onEnd'>,
  area: RefObject<HTMLElement | null>,
) {
  const at = useBoardState(look.store, ({ drag }) =>
    drag?.isByKeyboard && drag.target?.state === state ? drag.target.index : null,
  );
  const { complete, cards } = column;
  useEffect(() => {
    if (at !== null && !complete && at >= cards.length - AHEAD) onEnd(state);
  }, [at, complete, cards.length, onEnd, state]);
  useEffect(() => {
    if (at === null) return;
    const frame = requestAnimationFrame(() => {
      const box = area.current;
      const row = box?.querySelector(`[data-index="${at}"]`);
      if (!box || !row) return;
      const hidden = row.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
      if (hidden > 0) box.scrollTop += hidden;
    });
    return () => cancelAnimationFrame(frame);
  }, [at, area]);
}

function Cards<Card extends PlacedCard, State extends string>({
  look,
  state,
  column,
  selected,
  compact,
  onEnd,
  provided,
  room,
}: Props<Card, State> & { provided: DroppableProvided; room: boolean }) {
  const { area, checkEnd } = useEnd({ state, column, onEnd });
  useCarriedOn({ look, state, column, onEnd }, area);
  const { cards } = column;
  const rows = useMemo(() => (room ? [...cards, null] : cards), [cards, room]);
  const { innerRef, droppableProps } = provided;
  const box = useForkRef(area, innerRef, useKeptScroll(`column-${state}`));
  return (
    <VirtualList<Card | null>
      {...droppableProps}
      ref={box}
      className={classes.scroller}
      rows={rows}
      keyOf={(card, index) => card?.id ?? `room-${index}`}
      height={CARD_HEIGHT}
      rowClassName={classes.item ?? ''}
      onScroll={checkEnd}
    >
      {(card, index) => (
        <>
          <DropSlot look={look} state={state} index={index} />
          {card ? (
            <DraggableCard
              look={look}
              card={card}
              index={index}
              total={cards.length}
              selected={selected === card.id}
              compact={compact}
            />
          ) : (
            <EndRoom store={look.store} />
          )}
        </>
      )}
    </VirtualList>
  );
}

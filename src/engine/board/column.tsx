import { Droppable, type DroppableProvided } from '@hello-pangea/dnd';
import { useForkRef } from '@mui/material/utils';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { VirtualList } from '#console/ui/virtual/virtual-list.tsx';
import { PX } from '#resources/limits.ts';
import classes from './board.module.css';
import type { BoardConfig, ColumnConfig } from './board-config.ts';
import { FORBIDDEN_MOVE, useBoardState } from './board-store.ts';
import { CARD_HEIGHT } from './card-element.ts';
import type { Column, PlacedCard } from './columns.ts';
import { CardContent, DraggableCard } from './draggable-card.tsx';
import { DropSlot, EndRoom } from './drop-slot.tsx';

/** Delay before the end is checked again after a batch, ms, so that the list has grown by then. */
const RECHECK_DELAY_MS = 80;

interface Props<Card extends PlacedCard, State extends string> {
  config: BoardConfig<Card, State>;
  state: State;
  column: Column<Card>;
  selected: number | null;
  /** Whether a panel is open beside the board. */
  compact: boolean;
  onEnd: (state: State) => void;
}

/** One column of the board: title, count and a virtualised list of cards. */
export function ColumnView<Card extends PlacedCard, State extends string>({
  config,
  columnConfig: { state, title, icon },
  column,
  count,
  selected,
  compact,
  onEnd,
}: Omit<Props<Card, State>, 'state'> & { columnConfig: ColumnConfig<State>; count: number | null }) {
  const { store } = config;
  const isForbidden = useBoardState(store, ({ drag }) => drag?.moves[state] === FORBIDDEN_MOVE);
  const isOver = useBoardState(store, ({ drag }) => drag?.target?.state === state && drag.from !== state);
  const states = [isOver && classes.over, isForbidden && classes.noway].filter(Boolean);
  const { cards } = column;
  return (
    <section className={[classes.column, ...states].join(' ')} aria-label={title} data-stage={state}>
      <h2 className={classes.head} title={title}>
        {icon}
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
              <CardContent
                config={config}
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
              config={config}
              state={state}
              column={column}
              selected={selected}
              compact={compact}
              onEnd={onEnd}
              provided={provided}
              hasEndRoom={snapshot.isUsingPlaceholder}
            />
          )}
        </Droppable>
      </div>
    </section>
  );
}

/** Requests the next batch within 100 px of the end (TASK-14), and again if the end is still that near afterwards. */
function useEndReached<Card extends PlacedCard, State extends string>({
  state,
  column,
  onEnd,
}: Pick<Props<Card, State>, 'state' | 'column' | 'onEnd'>) {
  const areaRef = useRef<HTMLDivElement | null>(null);
  const checkEnd = useCallback(() => {
    const box = areaRef.current;
    if (!box || column.complete) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= PX.boardEdge) onEnd(state);
  }, [state, column.complete, onEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded batch may not have filled the column
  useEffect(() => {
    const timer = setTimeout(checkEnd, RECHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [checkEnd, column.cards.length]);
  return { areaRef, checkEnd };
}

/** Distance from the last loaded card, in cards, at which a keyboard drag fetches the next batch. */
const PREFETCH_DISTANCE = 4;

/**
 * Loads the next cards while a card is dragged by keyboard towards the end of the loaded ones, and scrolls its target into view.
 */
function useKeyboardDragLoading<Card extends PlacedCard, State extends string>(
  { config, state, column, onEnd }: Pick<Props<Card, State>, 'config' | 'state' | 'column' | 'onEnd'>,
  areaRef: RefObject<HTMLElement | null>,
) {
  const targetIndex = useBoardState(config.store, ({ drag }) =>
    drag?.isByKeyboard && drag.target?.state === state ? drag.target.index : null,
  );
  const { complete, cards } = column;
  useEffect(() => {
    if (targetIndex !== null && !complete && targetIndex >= cards.length - PREFETCH_DISTANCE) onEnd(state);
  }, [targetIndex, complete, cards.length, onEnd, state]);
  useEffect(() => {
    if (targetIndex === null) return;
    const frame = requestAnimationFrame(() => {
      const box = areaRef.current;
      const row = box?.querySelector(`[data-index="${targetIndex}"]`);
      if (!box || !row) return;
      const hiddenHeight = row.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
      if (hiddenHeight > 0) box.scrollTop += hiddenHeight;
    });
    return () => cancelAnimationFrame(frame);
  }, [targetIndex, areaRef]);
}

function Cards<Card extends PlacedCard, State extends string>({
  config,
  state,
  column,
  selected,
  compact,
  onEnd,
  provided,
  hasEndRoom,
}: Props<Card, State> & { provided: DroppableProvided; hasEndRoom: boolean }) {
  const { areaRef, checkEnd } = useEndReached({ state, column, onEnd });
  useKeyboardDragLoading({ config, state, column, onEnd }, areaRef);
  const { cards } = column;
  const rows = useMemo(() => (hasEndRoom ? [...cards, null] : cards), [cards, hasEndRoom]);
  const { innerRef, droppableProps } = provided;
  const box = useForkRef(areaRef, innerRef, useRestoredScroll(`column-${state}`));
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
          <DropSlot config={config} state={state} index={index} />
          {card ? (
            <DraggableCard
              config={config}
              card={card}
              index={index}
              total={cards.length}
              selected={selected === card.id}
              compact={compact}
            />
          ) : (
            <EndRoom store={config.store} />
          )}
        </>
      )}
    </VirtualList>
  );
}

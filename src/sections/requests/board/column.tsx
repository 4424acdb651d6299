import { Droppable, type DroppableProvided } from '@hello-pangea/dnd';
import { useForkRef } from '@mui/material/utils';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { CARD_HEIGHT } from '#console/engine/board/card-element.ts';
import type { Column } from '#console/engine/board/columns.ts';
import { useKeptScroll } from '#console/ui/navigation/kept-scroll.ts';
import { VirtualList } from '#console/ui/virtual/virtual-list.tsx';
import { PX } from '#resources/limits.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { TASK_MOVES } from '#resources/rules/requests/moves.ts';
import { useRequestBoard } from '../model/request-board.ts';
import { StatusSign } from '../status-badge.tsx';
import classes from './board.module.css';
import { DraggableCard, HeldCard } from './draggable-card.tsx';
import { DropSlot, EndRoom } from './drop-slot.tsx';

/** Sign of a column. */
export const COLUMN_SIGN = { created: 'created', in_progress: 'in_progress', done: 'resolved' } as const;

/** Pause after a batch before the end is looked at again, ms: the list has to grow first. */
const LOOK_AGAIN = 80;

interface Props {
  stage: TaskStage;
  column: Column<TaskCard>;
  count: number | null;
  selected: number | null;
  /** A panel stands beside the board. */
  compact: boolean;
  onEnd: (stage: TaskStage) => void;
}

/** One column of the board: its title with the count, its cards; only those in view are in the page. */
export function ColumnView({ stage, column, count, selected, compact, onEnd }: Props) {
  const translate = useTranslate();
  const title = translate(`tasks.stages.${stage}`);
  const isForbidden = useRequestBoard(({ drag }) => drag !== null && TASK_MOVES[drag.from][stage] === 'forbidden');
  const isOver = useRequestBoard(({ drag }) => drag?.target?.state === stage && drag.from !== stage);
  const states = [isOver && classes.over, isForbidden && classes.noway].filter(Boolean);
  const { cards } = column;
  return (
    <section className={[classes.column, ...states].join(' ')} aria-label={title} data-stage={stage}>
      <h2 className={classes.head}>
        <StatusSign status={COLUMN_SIGN[stage]} />
        {title}
        <span className={classes.count}>{count}</span>
      </h2>
      <div className={classes.list}>
        <Droppable
          droppableId={stage}
          mode="virtual"
          isDropDisabled={isForbidden}
          renderClone={(provided, snapshot, rubric) => {
            const request = cards[rubric.source.index];
            return request ? (
              <HeldCard
                request={request}
                provided={provided}
                motion={snapshot}
                dragging
                selected={selected === request.id}
                compact={compact}
              />
            ) : (
              <article ref={provided.innerRef} {...provided.draggableProps} />
            );
          }}
        >
          {(provided, snapshot) => (
            <Cards
              stage={stage}
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
function useEnd({ stage, column, onEnd }: Pick<Props, 'stage' | 'column' | 'onEnd'>) {
  const area = useRef<HTMLDivElement | null>(null);
  const look = useCallback(() => {
    const box = area.current;
    if (!box || column.complete) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= PX.boardEdge) onEnd(stage);
  }, [stage, column.complete, onEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a batch that was loaded may not have filled the column
  useEffect(() => {
    const timer = setTimeout(look, LOOK_AGAIN);
    return () => clearTimeout(timer);
  }, [look, column.cards.length]);
  return { area, look };
}

/** Cards before the last one that is loaded at which the next batch is fetched while a card is carried by the keyboard. */
const AHEAD = 4;

/**
 * Loads the next cards of a column while a card is carried by the keyboard towards the end of those that are there, and brings its
 * place into view.
 */
function useCarriedOn(
  { stage, column, onEnd }: Pick<Props, 'stage' | 'column' | 'onEnd'>,
  area: RefObject<HTMLElement | null>,
) {
  const at = useRequestBoard(({ drag }) =>
    drag?.isByKeyboard && drag.target?.state === stage ? drag.target.index : null,
  );
  const { complete, cards } = column;
  useEffect(() => {
    if (at !== null && !complete && at >= cards.length - AHEAD) onEnd(stage);
  }, [at, complete, cards.length, onEnd, stage]);
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

function Cards({
  stage,
  column,
  selected,
  compact,
  onEnd,
  provided,
  room,
}: Omit<Props, 'count'> & { provided: DroppableProvided; room: boolean }) {
  const { area, look } = useEnd({ stage, column, onEnd });
  useCarriedOn({ stage, column, onEnd }, area);
  const { cards } = column;
  const rows = useMemo(() => (room ? [...cards, null] : cards), [cards, room]);
  const { innerRef, droppableProps } = provided;
  const box = useForkRef(area, innerRef, useKeptScroll(`column-${stage}`));
  return (
    <VirtualList<TaskCard | null>
      {...droppableProps}
      ref={box}
      className={classes.scroller}
      rows={rows}
      keyOf={(request, index) => request?.id ?? `room-${index}`}
      height={CARD_HEIGHT}
      rowClassName={classes.item ?? ''}
      onScroll={look}
    >
      {(request, index) => (
        <>
          <DropSlot stage={stage} index={index} />
          {request ? (
            <DraggableCard
              request={request}
              index={index}
              total={cards.length}
              selected={selected === request.id}
              compact={compact}
            />
          ) : (
            <EndRoom />
          )}
        </>
      )}
    </VirtualList>
  );
}

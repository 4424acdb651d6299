import { Droppable, type DroppableProvided } from '@hello-pangea/dnd';
import { type ComponentProps, type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type ItemProps, Virtuoso } from 'react-virtuoso';
import { PX } from '#resources/limits.ts';
import type { TaskCard } from '#resources/protocol/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { TASK_MOVES } from '#resources/rules/requests/moves.ts';
import classes from './board.module.css';
import type { Column } from './columns.ts';
import { useDrag } from './drag-state.ts';
import { DraggableCard, HeldCard } from './draggable-card.tsx';
import { DropSlot, EndRoom } from './drop-slot.tsx';
import { StatusSign } from './status-badge.tsx';

/** Sign of a column. */
export const COLUMN_SIGN = { created: 'created', in_progress: 'in_progress', done: 'resolved' } as const;

/** Cards kept ready above and below what is seen, CSS pixels. */
const READY = { top: 400, bottom: 600 } as const;
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

/** A row of the list that keeps its height while its card is in somebody's hand. */
function Row({
  children,
  item: _item,
  context: _context,
  ...props
}: ItemProps<TaskCard | null> & { context?: unknown }) {
  const [height, setHeight] = useState(0);
  const known = props['data-known-size'];
  useEffect(() => {
    if (known > 0) setHeight(known);
  }, [known]);
  return (
    <div {...props} className={classes.item} style={{ ...props.style, '--kept': `${height}px` } as CSSProperties}>
      {children}
    </div>
  );
}

const COMPONENTS = { Item: Row } as ComponentProps<typeof Virtuoso<TaskCard | null>>['components'];

/** One column of the board: its title with the count, its cards; only those in view are in the page. */
export function ColumnView({ stage, column, count, selected, compact, onEnd }: Props) {
  const translate = useTranslate();
  const title = translate(`tasks.stages.${stage}`);
  const closed = useDrag((drag) => drag !== null && TASK_MOVES[drag.from][stage] === 'forbidden');
  const over = useDrag((drag) => drag !== null && drag.over?.stage === stage && drag.from !== stage);
  const states = [over && classes.over, closed && classes.noway].filter(Boolean);
  const { tasks } = column;
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
          isDropDisabled={closed}
          renderClone={(provided, snapshot, rubric) => {
            const task = tasks[rubric.source.index];
            return task ? (
              <HeldCard
                task={task}
                provided={provided}
                motion={snapshot}
                dragging
                selected={selected === task.id}
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
  const area = useRef<HTMLElement | null>(null);
  const look = useCallback(() => {
    const box = area.current;
    if (!box || column.complete) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= PX.boardEdge) onEnd(stage);
  }, [stage, column.complete, onEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a batch that was loaded may not have filled the column
  useEffect(() => {
    const timer = setTimeout(look, LOOK_AGAIN);
    return () => clearTimeout(timer);
  }, [look, column.tasks.length]);
  return { area, look };
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
  const { tasks } = column;
  const rows = useMemo(() => (room ? [...tasks, null] : tasks), [tasks, room]);
  const { innerRef, droppableProps } = provided;
  const hold = useCallback(
    (element: HTMLElement | Window | null) => {
      area.current = element instanceof HTMLElement ? element : null;
      innerRef(area.current);
    },
    [area, innerRef],
  );
  return (
    <Virtuoso<TaskCard | null>
      {...droppableProps}
      className={classes.scroller}
      style={{ height: '100%' }}
      scrollerRef={hold}
      data={rows}
      components={COMPONENTS}
      computeItemKey={(index, task) => task?.id ?? `room-${index}`}
      increaseViewportBy={READY}
      atBottomThreshold={PX.boardEdge}
      atBottomStateChange={(near) => {
        if (near) look();
      }}
      itemContent={(index, task) => (
        <>
          <DropSlot stage={stage} index={index} />
          {task ? (
            <DraggableCard
              task={task}
              index={index}
              total={tasks.length}
              selected={selected === task.id}
              compact={compact}
            />
          ) : (
            <EndRoom />
          )}
        </>
      )}
    />
  );
}

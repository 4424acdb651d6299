import { DragDropContext } from '@hello-pangea/dnd';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useWidth } from '#console/shell/width.ts';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import type { TaskCard } from '#resources/protocol/tasks.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import classes from './board.module.css';
import { COLUMN_SIGN, ColumnView } from './column.tsx';
import type { Columns } from './columns.ts';
import { DragContext } from './drag-state.ts';
import type { Where } from './plan.ts';
import { PANEL_ID, StageTabs, tabId } from './stage-tabs.tsx';
import { StatusSign } from './status-badge.tsx';
import type { ShownBoard } from './use-board.ts';
import { useDragging } from './use-dragging.ts';

/** The three columns, or on a phone the chosen one (TASK-01, B§2.1). */
export function Board({
  columns,
  counts,
  selected,
  onEnd,
  onDrop,
}: Pick<ShownBoard, 'counts'> & {
  /** Undefined while it is loaded for the first time. */
  columns: Columns<TaskCard> | undefined;
  /** Id of the request whose details are open. */
  selected: number | null;
  onEnd: (stage: TaskStage) => void;
  onDrop: (columns: Columns<TaskCard>, task: TaskCard, to: TaskStage, where: Where) => void;
}) {
  const phone = useWidth() === 'mobile';
  const [chosen, setChosen] = useState<TaskStage>('created');
  const { shown, store, handlers } = useDragging(columns, onDrop);
  const stages = phone ? [chosen] : TASK_STAGES;
  const compact = selected !== null;
  return (
    <DragContext value={store}>
      {phone ? <StageTabs chosen={chosen} counts={counts} onChosen={setChosen} /> : null}
      <DragDropContext {...handlers}>
        <div
          className={classes.board}
          {...(phone ? { id: PANEL_ID, role: 'tabpanel', 'aria-labelledby': tabId(chosen) } : {})}
        >
          {stages.map((stage) =>
            shown ? (
              <ColumnView
                key={stage}
                stage={stage}
                column={shown[stage]}
                count={counts[stage]}
                selected={selected}
                compact={compact && !phone}
                onEnd={onEnd}
              />
            ) : (
              <EmptyColumn key={stage} stage={stage} />
            ),
          )}
        </div>
      </DragDropContext>
    </DragContext>
  );
}

/** Widths of the grey lines, by column: as long as columns use to be. */
const BONES = {
  created: ['94%', '80%', '88%', '70%'],
  in_progress: ['84%', '92%', '76%'],
  done: ['90%', '78%'],
} as const satisfies Record<TaskStage, readonly string[]>;

/** A column that is being loaded: its title, grey cards. */
function EmptyColumn({ stage }: { stage: TaskStage }) {
  const translate = useTranslate();
  return (
    <section className={classes.column} aria-label={translate(`tasks.stages.${stage}`)}>
      <h2 className={classes.head}>
        <StatusSign status={COLUMN_SIGN[stage]} />
        {translate(`tasks.stages.${stage}`)}
      </h2>
      <Delayed>
        <div className={classes.bones}>
          {BONES[stage].map((width) => (
            <div key={width} className={classes.bone}>
              <Skeleton width="44%" height={14} />
              <Skeleton width={width} />
              <Skeleton width="58%" />
              <Skeleton width="56%" height={18} />
            </div>
          ))}
        </div>
      </Delayed>
    </section>
  );
}

import { DragDropContext } from '@hello-pangea/dnd';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { type DragTexts, useDragging } from '#console/engine/board/use-dragging.ts';
import { useWidth } from '#console/shell/width.ts';
import { TabBar, tabId } from '#console/ui/navigation/tab-bar.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import { type RequestColumns, requestBoard } from '../model/request-board.ts';
import type { ShownBoard } from '../model/use-board.ts';
import { useTellHeld } from '../model/use-live-board.ts';
import { StatusSign } from '../status-badge.tsx';
import classes from './board.module.css';
import { COLUMN_SIGN, ColumnView } from './column.tsx';
import { isPromised } from './drop-slot.tsx';

interface Props extends Pick<ShownBoard, 'counts'> {
  /** The column that a phone shows. */
  chosen: TaskStage;
  onChosen: (stage: TaskStage) => void;
  /** Undefined while it is loaded for the first time. */
  columns: RequestColumns | undefined;
  /** Id of the request with open details. */
  selected: number | null;
  onEnd: (stage: TaskStage) => void;
}

/** Id of what the tabs switch. */
const PANEL = 'stage-panel';

/** The columns as tabs, one shown at a time: on a phone. */
function StageTabs({ chosen: chosenStage, counts, onChosen }: Pick<Props, 'chosen' | 'counts' | 'onChosen'>) {
  const translate = useTranslate();
  const tabs = TASK_STAGES.map((value) => ({
    value,
    label: (
      <>
        {translate(`tasks.stages.${value}`)}
        <span className={`${classes.count} ${classes.tabCount}`}>{counts[value]}</span>
      </>
    ),
  }));
  return (
    <TabBar label={translate('tasks.title')} tabs={tabs} current={chosenStage} panel={PANEL} onChoose={onChosen} />
  );
}

/** What a screen reader is told of a drag. */
function useDragTexts(): DragTexts<TaskStage> {
  const translate = useTranslate();
  return useMemo(
    () => ({
      help: translate('tasks.drag.help'),
      column: (stage) => translate(`tasks.stages.${stage}`),
      outcome: (move) => (isPromised(move) ? translate(`tasks.slot.${move}`) : ''),
      lifted: (place) => translate('tasks.drag.lifted', place),
      over: (place) => translate('tasks.drag.over', place),
      nowhere: translate('tasks.drag.nowhere'),
      back: (place) => translate('tasks.drag.back', place),
      dropped: (place) => translate('tasks.drag.dropped', place),
      conflict: translate('tasks.said.conflict'),
    }),
    [translate],
  );
}

/** The three columns, or on a phone the chosen one (TASK-01). */
export function Board({ chosen: chosenStage, onChosen, columns, counts, selected, onEnd }: Props) {
  const phone = useWidth() === 'mobile';
  const { shownColumns, handlers } = useDragging(requestBoard, columns, counts, useDragTexts());
  useTellHeld();
  const stages = phone ? [chosenStage] : TASK_STAGES;
  const compact = selected !== null;
  return (
    <>
      {phone ? <StageTabs chosen={chosenStage} counts={counts} onChosen={onChosen} /> : null}
      <DragDropContext {...handlers}>
        <div
          className={classes.board}
          {...(phone ? { id: PANEL, role: 'tabpanel', 'aria-labelledby': tabId(PANEL, chosenStage) } : {})}
        >
          {stages.map((stage) =>
            shownColumns ? (
              <ColumnView
                key={stage}
                stage={stage}
                column={shownColumns[stage]}
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
    </>
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

import { useTranslate } from 'react-admin';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import classes from './board.module.css';
import type { ShownBoard } from './use-board.ts';

/** Ids that tie a tab to the column it shows. */
export const tabId = (stage: TaskStage) => `stage-tab-${stage}`;
export const PANEL_ID = 'stage-panel';

/** The columns as tabs, one shown at a time: on a phone (DESIGN §2). Arrow keys lead from one to the next. */
export function StageTabs({
  chosen,
  counts,
  onChosen,
}: {
  chosen: TaskStage;
  counts: ShownBoard['counts'];
  onChosen: (stage: TaskStage) => void;
}) {
  const translate = useTranslate();
  const step = (by: number) => {
    const next = TASK_STAGES[(TASK_STAGES.indexOf(chosen) + by + TASK_STAGES.length) % TASK_STAGES.length];
    if (!next) return;
    onChosen(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className={classes.tabs} role="tablist" aria-label={translate('tasks.title')}>
      {TASK_STAGES.map((stage) => (
        <button
          key={stage}
          id={tabId(stage)}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={stage === chosen}
          aria-controls={PANEL_ID}
          tabIndex={stage === chosen ? 0 : -1}
          onClick={() => onChosen(stage)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') step(1);
            if (event.key === 'ArrowLeft') step(-1);
          }}
        >
          {translate(`tasks.stages.${stage}`)}
          <span className={classes.count}>{counts[stage]}</span>
        </button>
      ))}
    </div>
  );
}

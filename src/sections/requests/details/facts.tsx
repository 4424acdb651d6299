import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/action-button.tsx';
import { Avatar } from '#console/ui/avatar.tsx';
import { Plate } from '#console/ui/plate.tsx';
import { Reason } from '#console/ui/reason.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { TaskCard } from '#resources/protocol/tasks.ts';
import { useBoardActions } from '../board-context.ts';
import { useOverdue } from '../deadline.ts';
import { fullName } from '../people.ts';
import { placeText } from '../place-text.ts';
import classes from './details.module.css';
import { whenText } from './when.tsx';

const MomentPicker = lazy(() => import('#console/fields/parts/moment-picker.tsx'));

/** Where, who asked, who works on it, until when, why it was cancelled. */
export function Facts({ task }: { task: TaskCard }) {
  const translate = useTranslate();
  const { target, creator, performer, stage, resolution_description } = task;
  const unit = creator.unit ? `, ${translate('tasks.place.unit', { label: creator.unit })}` : '';
  return (
    <dl className={`${classes.section} ${classes.facts}`}>
      <dt>{translate('tasks.details.address')}</dt>
      <dd className={classes.row}>
        {target.number ? <Plate number={target.number} solid /> : null}
        <span>{placeText(task, translate)}</span>
      </dd>
      <dt>{translate('tasks.details.author')}</dt>
      <dd>{`${fullName(creator)}${unit}`}</dd>
      <dt>{translate('tasks.details.performer')}</dt>
      <dd className={classes.row}>
        {performer ? (
          <>
            <Avatar name={fullName(performer)} picture={performer.avatar} size={26} />
            <span className={classes.grow}>{fullName(performer)}</span>
          </>
        ) : (
          <span className={`${classes.grow} ${classes.muted}`}>{translate('tasks.details.nobody')}</span>
        )}
        {stage === 'in_progress' ? <ChangePerformer task={task} /> : null}
      </dd>
      {task.deadline === undefined ? null : (
        <>
          <dt>{translate('tasks.details.deadline')}</dt>
          <dd>
            <Deadline task={task} />
          </dd>
        </>
      )}
      {resolution_description ? (
        <>
          <dt>{translate('tasks.details.reason')}</dt>
          <dd>{resolution_description}</dd>
        </>
      ) : null}
    </dl>
  );
}

/** «Сменить» beside the performer of a request that is being worked on (TASK-43). */
function ChangePerformer({ task }: { task: TaskCard }) {
  const translate = useTranslate();
  const { changePerformer, refusalOf } = useBoardActions();
  const refusal = refusalOf(task);
  return (
    <Reason reason={refusal}>
      <button
        type="button"
        className={`link ${classes.change}`}
        aria-label={translate('tasks.details.changePerformer')}
        aria-disabled={refusal ? true : undefined}
        onClick={() => {
          if (!refusal) changePerformer(task);
        }}
      >
        {translate('tasks.details.change')}
      </button>
    </Reason>
  );
}

/** Until when it must be done: a word, and a place to set it. */
function Deadline({ task }: { task: TaskCard }) {
  const translate = useTranslate();
  const { setDeadline, refusalOf } = useBoardActions();
  const [editing, setEditing] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const late = useOverdue(task);
  const refusal = refusalOf(task);
  const { deadline } = task;
  const store = (next: string | null) => {
    setEditing(false);
    if (next !== (deadline ?? null)) setDeadline(task, next);
  };
  if (editing) {
    return (
      <form
        className={classes.deadline}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.preventDefault();
          setEditing(false);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          store(typed);
        }}
      >
        <Suspense fallback={<Skeleton height={40} radius={8} />}>
          <MomentPicker label={translate('tasks.details.setDeadline')} value={typed} onValue={setTyped} autoFocus />
        </Suspense>
        <ActionButton size="sm" type="submit">
          {translate('tasks.details.save')}
        </ActionButton>
        {deadline ? (
          <ActionButton size="sm" variant="ghost" onClick={() => store(null)}>
            {translate('tasks.details.clearDeadline')}
          </ActionButton>
        ) : null}
      </form>
    );
  }
  return (
    <span className={classes.row}>
      <span className={late ? `${classes.grow} ${classes.late}` : classes.grow}>
        {late ? <ScheduleOutlined aria-hidden /> : null}
        {deadline ? whenText(deadline, translate) : translate('tasks.details.noDeadline')}
        {late ? ` · ${translate('tasks.card.overdue')}` : ''}
      </span>
      {task.stage === 'done' ? null : (
        <Reason reason={refusal}>
          <button
            type="button"
            className={`link ${classes.change}`}
            aria-label={translate('tasks.details.setDeadline')}
            aria-disabled={refusal ? true : undefined}
            onClick={() => {
              if (refusal) return;
              setTyped(deadline ?? null);
              setEditing(true);
            }}
          >
            {translate(deadline ? 'tasks.details.change' : 'tasks.details.set')}
          </button>
        </Reason>
      )}
    </span>
  );
}

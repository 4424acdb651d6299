import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useRefusal } from '#console/data/session/access.ts';
import { chatLink, unitLink } from '#console/shell/page-links.ts';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { Reason } from '#console/ui/inputs/reason.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { TaskCard, TaskDetails } from '#resources/protocol/requests/tasks.ts';
import { useBoardActions } from '../model/board-context.ts';
import { useOverdue } from '../model/deadline.ts';
import { fullName } from '../model/people.ts';
import { placeText } from '../model/request-address.ts';
import classes from './details.module.css';
import { formatEventTime } from './event-time.tsx';

const DeadlineForm = lazy(() => import('./deadline-form.tsx'));

/** Address, caller, author, performer, deadline and reason of the cancellation. */
export function Facts({ request, author }: { request: TaskCard; author: TaskDetails['author'] }) {
  const translate = useTranslate();
  const { target, creator, caller, performer, stage, resolution_description } = request;
  return (
    <dl className={`${classes.section} ${classes.facts}`}>
      <dt>{translate('tasks.details.address')}</dt>
      <dd className={classes.row}>
        {target.number ? <Plate number={target.number} solid /> : null}
        <span>{placeText(request, translate)}</span>
      </dd>
      {caller ? (
        <>
          <dt>{translate('tasks.details.caller')}</dt>
          <dd>
            <PersonLine request={request} person={caller} />
            <ContactLinks author={author} />
          </dd>
        </>
      ) : null}
      <dt>{translate('tasks.details.author')}</dt>
      <dd>
        <PersonLine request={request} person={creator} />
        {caller ? null : <ContactLinks author={author} />}
      </dd>
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
        {stage === 'in_progress' ? <ChangePerformer request={request} /> : null}
      </dd>
      {request.deadline === undefined ? null : (
        <>
          <dt>{translate('tasks.details.deadline')}</dt>
          <dd>
            <Deadline request={request} />
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

/** Name and flat of a person. */
function PersonLine({ request, person }: { request: TaskCard; person: TaskCard['creator'] }) {
  return (
    <>
      {fullName(person)}
      {person.unit ? ', ' : ''}
      <UnitLink request={request} person={person} />
    </>
  );
}

/** Flat of a person, with a link to its card if the reader may see residents. */
function UnitLink({ request: { target }, person }: { request: TaskCard; person: TaskCard['creator'] }) {
  const translate = useTranslate();
  const canSeeResidents = useRefusal('residents', 'see') === null;
  const { unit, unit_id } = person;
  if (!unit) return null;
  const text = translate('tasks.place.unit', { label: unit });
  if (!canSeeResidents || !unit_id || !target.building) return text;
  return (
    <Link className="link" to={unitLink({ building: target.building, unit: unit_id, label: unit })}>
      {text}
    </Link>
  );
}

/** Phone and chat of the person asking, if the server sends them to this reader. */
function ContactLinks({ author }: { author: TaskDetails['author'] }) {
  const translate = useTranslate();
  if (!author?.phone_number && !author?.chat) return null;
  return (
    <span className={classes.ways}>
      {author.phone_number ? (
        <a className="link" href={`tel:${author.phone_number}`}>
          {formatPhone(author.phone_number)}
        </a>
      ) : null}
      {author.chat ? (
        <Link className="link" to={chatLink(author.chat)}>
          {translate('tasks.details.write')}
        </Link>
      ) : null}
    </span>
  );
}

/** Button «Сменить» beside the performer of a request in progress (TASK-43). */
function ChangePerformer({ request }: { request: TaskCard }) {
  const translate = useTranslate();
  const { changePerformer, moveRefusal } = useBoardActions();
  const refusal = moveRefusal(request);
  return (
    <Reason reason={refusal}>
      <button
        type="button"
        className={`link ${classes.change}`}
        aria-label={translate('tasks.details.changePerformer')}
        aria-disabled={refusal ? true : undefined}
        onClick={() => {
          if (!refusal) changePerformer(request);
        }}
      >
        {translate('tasks.details.change')}
      </button>
    </Reason>
  );
}

/** The deadline as text, with a button that opens the form to change it. */
function Deadline({ request }: { request: TaskCard }) {
  const translate = useTranslate();
  const { setDeadline, moveRefusal } = useBoardActions();
  const [isEditing, setIsEditing] = useState(false);
  const isLate = useOverdue(request);
  const refusal = moveRefusal(request);
  const { deadline } = request;
  const store = (next: string | null) => {
    setIsEditing(false);
    if (next !== (deadline ?? null)) setDeadline(request, next);
  };
  if (isEditing) {
    return (
      <Suspense fallback={<Skeleton height={40} radius={8} />}>
        <DeadlineForm deadline={deadline ?? null} onStore={store} onCancel={() => setIsEditing(false)} />
      </Suspense>
    );
  }
  return (
    <span className={classes.row}>
      <span className={isLate ? `${classes.grow} ${classes.late}` : classes.grow}>
        {isLate ? <ScheduleOutlined aria-hidden /> : null}
        {deadline ? formatEventTime(deadline, translate) : translate('tasks.details.noDeadline')}
        {isLate ? ` · ${translate('tasks.card.overdue')}` : ''}
      </span>
      {request.stage === 'done' ? null : (
        <Reason reason={refusal}>
          <button
            type="button"
            className={`link ${classes.change}`}
            aria-label={translate(deadline ? 'tasks.details.changeDeadline' : 'tasks.details.giveDeadline')}
            aria-disabled={refusal ? true : undefined}
            onClick={() => {
              if (!refusal) setIsEditing(true);
            }}
          >
            {translate(deadline ? 'tasks.details.change' : 'tasks.details.set')}
          </button>
        </Reason>
      )}
    </span>
  );
}

import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { useWidth, type Width } from '#console/shell/width.ts';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Moment } from '#console/ui/display/moment.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { ServiceIcon } from '#console/ui/display/service-icon.tsx';
import { TASK_CARD_TEXT } from '#resources/limits.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { useOverdue } from '../model/deadline.ts';
import { fullName, shortName } from '../model/people.ts';
import { placeText, placeTexts } from '../model/request-address.ts';
import { useRequestBoard } from '../model/request-board.ts';
import { requestStatus, StatusBadge } from '../status-badge.tsx';
import classes from './card.module.css';

/** Truncates a description to 25 characters on a phone or tablet, to 100 on a desktop (TASK-15). */
export function shortText(text: string, width: Width): string {
  const characters = [...text];
  const maxLength = width === 'desktop' ? TASK_CARD_TEXT.wide : TASK_CARD_TEXT.narrow;
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('').trimEnd()}…` : text;
}

/**
 * Content of a request's card on the board (TASK-15…18).
 * @param compact hides the time and the performer's name, beside an open details panel
 */
export const CardFace = memo(function CardFace({ request, compact = false }: { request: TaskCard; compact?: boolean }) {
  const translate = useTranslate();
  const width = useWidth();
  const { service, performer, target, information, resolution_description } = request;
  const status = requestStatus(request);
  const isLate = useOverdue(request);
  const performerName = performer ? fullName(performer) : null;
  const place = placeTexts(request, translate);
  return (
    <>
      <div className={classes.top}>
        <ServiceIcon name={service.icon} />
        <span className={classes.service}>{service.name}</span>
        {compact ? null : (
          <span className={classes.time}>
            <Moment at={request.creation_date} />
          </span>
        )}
      </div>
      <p className={classes.text}>{shortText(information.description, width)}</p>
      {request.stage === 'done' ? (
        <div className={classes.row}>
          <StatusBadge status={status} />
          {status === 'canceled' ? <span className={classes.reason}>{resolution_description}</span> : null}
        </div>
      ) : (
        <span className="sr-only">{translate(`tasks.statuses.${status}`)}</span>
      )}
      {isLate ? (
        <div className={classes.overdue}>
          <ScheduleOutlined aria-hidden />
          {translate('tasks.card.overdue')}
        </div>
      ) : null}
      <div className={classes.row}>
        {target.number ? <Plate number={target.number} /> : null}
        <span className={classes.place} title={placeText(request, translate)}>
          <span className={classes.street}>{place.street} </span>
          {place.parts ? <span className={classes.parts}>{place.parts}</span> : null}
        </span>
        {performer && performerName ? (
          <span className={classes.who} title={performerName}>
            <span className="sr-only">{translate('tasks.card.performerIs', { name: performerName })}</span>
            <Avatar name={performerName} picture={performer.avatar} size={22} />
            {compact ? null : <span aria-hidden>{shortName(performer)}</span>}
          </span>
        ) : null}
      </div>
    </>
  );
});

/** Name of the colleague who is dragging the card, or has just moved, changed or created it. */
export function CardMark({ id }: { id: number }) {
  const translate = useTranslate();
  const mark = useRequestBoard(({ marks }) => marks.get(id));
  if (!mark) return null;
  const { kind, name } = mark;
  const MARK_TEXT = { held: 'heldBy', moved: 'movedBy', edited: 'changedBy', created: 'createdBy' } as const;
  return (
    <span className={classes.mark} role="status">
      {translate(`tasks.card.${MARK_TEXT[kind]}`, { name })}
    </span>
  );
}

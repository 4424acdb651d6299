import { useTranslate } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Moment } from '#console/ui/display/moment.tsx';
import { TEXT } from '#resources/limits.ts';
import classes from './complaints.module.css';
import type { Complaint } from './complaints-state.ts';

/** Values of a new request made from a complaint; the text is cut to the limit of a request. */
function makePrefill({ id, building, porch, description }: Complaint) {
  return {
    place: { given: { ...(building ? { building: building.id } : {}), ...(porch ? { porch: porch.id } : {}) } },
    description: [...description].slice(0, TEXT.taskDescription.max).join(''),
    source: { complaint: id },
  };
}

/**
 * One complaint: author, address, time, text, unread mark, and a link to its request or a button that creates one (COMPL-11).
 * @param isNamed whether the URL points to this complaint
 */
export function ComplaintCard({ complaint, isNamed }: { complaint: Complaint; isNamed: boolean }) {
  const translate = useTranslate();
  const { creator, building, porch, description, creation_date, is_read } = complaint;
  const name = `${creator.first_name} ${creator.last_name}`.trim();
  const place = building
    ? [buildingLabel(building), porch ? translate('complaints.porch', { number: porch.number }) : null]
        .filter(Boolean)
        .join(', ')
    : '';
  return (
    <div className={classes.row}>
      <article
        className={`${classes.card} ${isNamed ? classes.named : ''}`}
        aria-label={name}
        aria-current={isNamed || undefined}
      >
        <header className={classes.who}>
          <Avatar name={name} picture={creator.avatar ?? null} size={36} />
          <div className={classes.two}>
            <b>{name}</b>
            <small>{place}</small>
          </div>
          {is_read === false ? (
            <span className={classes.dot} role="img" aria-label={translate('complaints.fresh')} />
          ) : null}
          <span className={classes.when}>
            <Moment at={creation_date} />
          </span>
        </header>
        <p className={classes.text}>{description}</p>
        <Actions complaint={complaint} />
      </article>
    </div>
  );
}

function Actions({ complaint }: { complaint: Complaint }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const canSeeRequests = useRefusal('tasks', 'see') === null;
  const why = useRefusal('tasks', 'change');
  const { task, creator } = complaint;
  return (
    <footer className={classes.actions}>
      {task && canSeeRequests ? (
        <Link className="link" to={`/tasks?id=${task}`}>
          {translate('complaints.request', { id: task })}
        </Link>
      ) : task ? (
        <span className={classes.made}>{translate('complaints.request', { id: task })}</span>
      ) : (
        <ActionButton
          size="sm"
          refusal={why ? refusalText(why, translate) : null}
          onClick={() =>
            navigate('/create-task', { state: { prefill: makePrefill(complaint), from: `${pathname}${search}` } })
          }
        >
          {translate('complaints.makeRequest')}
        </ActionButton>
      )}
      {creator.chat_id ? (
        <ActionButton size="sm" variant="ghost" to={`/chats?chat_id=${creator.chat_id}`}>
          {translate('complaints.write')}
        </ActionButton>
      ) : null}
    </footer>
  );
}

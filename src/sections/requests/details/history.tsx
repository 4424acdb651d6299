import EditOutlined from '@mui/icons-material/EditOutlined';
import ChatOutlined from '@mui/icons-material/ForumOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PersonRemoveOutlined from '@mui/icons-material/PersonRemoveOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { TaskDetails, TaskHistoryEntry } from '#resources/protocol/requests/tasks.ts';
import { fullName, surnameFirst } from '../model/people.ts';
import { type Status, StatusIcon } from '../status-badge.tsx';
import classes from './details.module.css';
import { EventTime, formatEventTime } from './event-time.tsx';
import { RequestFiles } from './request-files.tsx';

type Translate = (key: string, params?: Record<string, unknown>) => string;

const ICON_SIZE = { fontSize: 16 } as const;

/** Status for each value of the API's fields `stage` and `resolution`. */
const STATUSES = {
  created: 'created',
  in_progress: 'in_progress',
  done: 'resolved',
  resolved: 'resolved',
  canceled: 'canceled',
} as const satisfies Record<string, Status>;

const toStatus = (value: string | null): Status | null =>
  value !== null && Object.hasOwn(STATUSES, value) ? STATUSES[value as keyof typeof STATUSES] : null;

/** Text of a field's new value (TASK-21). */
function valueText(field: string | null, value: string | null, translate: Translate): string {
  if (!value) return translate('tasks.history.none');
  const status = field === 'stage' || field === 'resolution' ? toStatus(value) : null;
  if (status) return translate(`tasks.statuses.${status}`);
  if (field === 'deadline') return formatEventTime(value, translate) || value;
  return value;
}

/** Icon, text and author of a history entry (TASK-20, TASK-21). */
function toEntry({ type, action }: TaskHistoryEntry, first: boolean, translate: Translate): EntryView {
  const { user, new_performer, field_name, new_value, description } = action;
  const author = <b className={classes.who}>{fullName(user)}</b>;
  if (type === 'dialog') return { icon: <ChatOutlined sx={ICON_SIZE} aria-hidden />, text: author };
  if (type === 'performer_change') {
    const text = new_performer
      ? translate('tasks.history.performer', { name: surnameFirst(new_performer) })
      : translate('tasks.history.noPerformer');
    const PerformerIcon = new_performer ? PersonAddAltOutlined : PersonRemoveOutlined;
    return { icon: <PerformerIcon sx={ICON_SIZE} aria-hidden />, text, author: fullName(user) };
  }
  const status = toStatus(new_value);
  if (first && field_name === 'stage' && new_value === 'created') {
    const text = (
      <>
        {author} {translate('tasks.history.created')}
      </>
    );
    return { icon: <StatusIcon status="created" size={16} />, text };
  }
  const field = translate(`tasks.history.fields.${field_name}`, { _: field_name ?? '' });
  const text = translate('tasks.history.field', { field, value: valueText(field_name, new_value, translate) });
  const icon =
    status && (field_name === 'stage' || field_name === 'resolution') ? (
      <StatusIcon status={status} size={16} />
    ) : field_name === 'deadline' ? (
      <ScheduleOutlined sx={ICON_SIZE} aria-hidden />
    ) : (
      <EditOutlined sx={ICON_SIZE} aria-hidden />
    );
  return { icon, text, author: fullName(user), description };
}

interface EntryView {
  icon: ReactNode;
  text: ReactNode;
  /** The author, if the text does not name them. */
  author?: string;
  description?: string | null;
}

/** History of a request, oldest first. */
export function History({ entries }: { entries: TaskDetails['history'] }) {
  const translate = useTranslate();
  return (
    <section className={classes.section} aria-label={translate('tasks.details.history')}>
      <h3 className={classes.subtitle}>{translate('tasks.details.history')}</h3>
      <ol className={classes.history}>
        {entries.map((entry, index) => {
          const { icon, text, author, description }: EntryView = toEntry(entry, index === 0, translate);
          const { message, image_attachments, file_attachments } = entry.action;
          return (
            <li key={entry.id} data-history={entry.type}>
              <span className={classes.point}>{icon}</span>
              <div>{text}</div>
              <small className={classes.when}>
                <EventTime at={entry.date} />
                {author ? ` · ${author}` : ''}
              </small>
              {description ? <div className={classes.bubble}>{description}</div> : null}
              {message ? <div className={classes.bubble}>{message}</div> : null}
              <RequestFiles pictures={image_attachments} files={file_attachments} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

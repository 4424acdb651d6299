import EditOutlined from '@mui/icons-material/EditOutlined';
import ChatOutlined from '@mui/icons-material/ForumOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PersonRemoveOutlined from '@mui/icons-material/PersonRemoveOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { TaskDetails, TaskHistoryEntry } from '#resources/protocol/requests/tasks.ts';
import { fullName, surnameFirst } from '../model/people.ts';
import { type Status, StatusSign } from '../status-badge.tsx';
import classes from './details.module.css';
import { RequestFiles } from './request-files.tsx';
import { When, whenText } from './when.tsx';

type Translate = (key: string, params?: Record<string, unknown>) => string;

const SIZE = { fontSize: 16 } as const;

/** Values of stages and outcomes as the wire has them, and the status each means. */
const STATUSES = {
  created: 'created',
  in_progress: 'in_progress',
  done: 'resolved',
  resolved: 'resolved',
  canceled: 'canceled',
} as const satisfies Record<string, Status>;

const statusIn = (value: string | null): Status | null =>
  value !== null && Object.hasOwn(STATUSES, value) ? STATUSES[value as keyof typeof STATUSES] : null;

/** The new value of a field as text (TASK-21). */
function valueText(field: string | null, value: string | null, translate: Translate): string {
  if (!value) return translate('tasks.history.none');
  const status = field === 'stage' || field === 'resolution' ? statusIn(value) : null;
  if (status) return translate(`tasks.statuses.${status}`);
  if (field === 'deadline') return whenText(value, translate) || value;
  return value;
}

/** Text and icon of an entry (TASK-20, TASK-21). */
function toEntry({ type, action }: TaskHistoryEntry, first: boolean, translate: Translate): EntryView {
  const { user, new_performer, field_name, new_value, description } = action;
  const author = <b className={classes.who}>{fullName(user)}</b>;
  if (type === 'dialog') return { sign: <ChatOutlined sx={SIZE} aria-hidden />, text: author };
  if (type === 'performer_change') {
    const text = new_performer
      ? translate('tasks.history.performer', { name: surnameFirst(new_performer) })
      : translate('tasks.history.noPerformer');
    const Sign = new_performer ? PersonAddAltOutlined : PersonRemoveOutlined;
    return { sign: <Sign sx={SIZE} aria-hidden />, text, by: fullName(user) };
  }
  const status = statusIn(new_value);
  if (first && field_name === 'stage' && new_value === 'created') {
    const text = (
      <>
        {author} {translate('tasks.history.created')}
      </>
    );
    return { sign: <StatusSign status="created" size={16} />, text };
  }
  const field = translate(`tasks.history.fields.${field_name}`, { _: field_name ?? '' });
  const text = translate('tasks.history.field', { field, value: valueText(field_name, new_value, translate) });
  const sign =
    status && (field_name === 'stage' || field_name === 'resolution') ? (
      <StatusSign status={status} size={16} />
    ) : field_name === 'deadline' ? (
      <ScheduleOutlined sx={SIZE} aria-hidden />
    ) : (
      <EditOutlined sx={SIZE} aria-hidden />
    );
  return { sign, text, by: fullName(user), description };
}

interface EntryView {
  sign: ReactNode;
  text: ReactNode;
  /** The author, where the sentence does not name them. */
  by?: string;
  description?: string | null;
}

/** Events of a request, oldest first. */
export function History({ entries }: { entries: TaskDetails['history'] }) {
  const translate = useTranslate();
  return (
    <section className={classes.section} aria-label={translate('tasks.details.history')}>
      <h3 className={classes.subtitle}>{translate('tasks.details.history')}</h3>
      <ol className={classes.history}>
        {entries.map((entry, index) => {
          const { sign, text, by, description }: EntryView = toEntry(entry, index === 0, translate);
          const { message, image_attachments, file_attachments } = entry.action;
          return (
            <li key={entry.id} data-history={entry.type}>
              <span className={classes.point}>{sign}</span>
              <div>{text}</div>
              <small className={classes.when}>
                <When at={entry.date} />
                {by ? ` · ${by}` : ''}
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

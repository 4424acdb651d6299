import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Timelapse from '@mui/icons-material/Timelapse';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import classes from './status-badge.module.css';

/** Status of a request: its stage, or its resolution once done (TASK-16…18). */
export type Status = 'created' | 'in_progress' | 'resolved' | 'canceled';

const STATUS_ICONS = {
  created: [RadioButtonUnchecked, 'var(--stage-created-dot)'],
  in_progress: [Timelapse, 'var(--stage-progress-dot)'],
  resolved: [CheckCircle, 'var(--stage-resolved-dot)'],
  canceled: [Cancel, 'var(--stage-canceled-dot)'],
} as const satisfies Record<Status, readonly [ComponentType<SvgIconProps>, string]>;

/** Status whose icon is shown in the header of a column, by stage. */
export const COLUMN_STATUS = {
  created: 'created',
  in_progress: 'in_progress',
  done: 'resolved',
} as const satisfies Record<TaskStage, Status>;

/** The status of a request. */
export function requestStatus({ stage, resolution }: { stage: string; resolution: string | null }): Status {
  if (stage === 'done') return resolution === 'canceled' ? 'canceled' : 'resolved';
  return stage === 'in_progress' ? 'in_progress' : 'created';
}

/** Coloured icon of a status. */
export function StatusIcon({ status, size = 18 }: { status: Status; size?: number }) {
  const [Icon, colour] = STATUS_ICONS[status];
  return <Icon aria-hidden sx={{ fontSize: size, color: colour, flex: 'none' }} />;
}

/** Badge of a status: icon and text on a coloured background. */
export function StatusBadge({ status }: { status: Status }) {
  const translate = useTranslate();
  return (
    <span className={`${classes.badge} ${classes[status]}`}>
      <StatusIcon status={status} size={14} />
      {translate(`tasks.statuses.${status}`)}
    </span>
  );
}

import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PersonRemoveOutlined from '@mui/icons-material/PersonRemoveOutlined';
import type { CSSProperties } from 'react';
import { useTranslate } from 'react-admin';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { useRequestBoard } from '../model/request-board.ts';
import classes from './board.module.css';

/** What each move into another column promises. */
const SIGNS = {
  assign: PersonAddAltOutlined,
  cancel: HighlightOff,
  finish: CheckCircleOutlined,
  release: PersonRemoveOutlined,
} as const;

type Promised = keyof typeof SIGNS;

/** Whether a move leads into another column. */
export const isPromised = (move: string | null): move is Promised => move !== null && Object.hasOwn(SIGNS, move);

/** The empty place under a dragged card, with what dropping it here does (TASK-31). */
export function DropSlot({ stage, index }: { stage: TaskStage; index: number }) {
  const translate = useTranslate();
  const isTarget = useRequestBoard(
    ({ drag }) => drag?.target?.state === stage && drag.target.index === index && drag.from !== stage,
  );
  const move = useRequestBoard(({ drag }) => (isTarget ? (drag?.move ?? null) : null));
  const height = useRequestBoard(({ drag }) => (isTarget ? (drag?.height ?? 0) : 0));
  if (!isTarget || !isPromised(move)) return null;
  const Sign = SIGNS[move];
  return (
    <div className={classes.slot} style={{ '--slot': `${height}px` } as CSSProperties} data-slot={move}>
      <Sign aria-hidden />
      {translate(`tasks.slot.${move}`)}
    </div>
  );
}

/** Room for the dragged card behind the last one of a column. */
export function EndRoom() {
  const height = useRequestBoard(({ drag }) => drag?.height ?? 0);
  return <div style={{ height: Math.max(1, height) }} />;
}

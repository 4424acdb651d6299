import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PersonRemoveOutlined from '@mui/icons-material/PersonRemoveOutlined';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardConfig } from '#console/engine/board/board-config.ts';
import { BoardView } from '#console/engine/board/board-view.tsx';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import { CardMenu } from '../card-menu.tsx';
import { useBoardActions } from '../model/board-context.ts';
import { openInTab } from '../model/request-address.ts';
import { type RequestColumns, requestBoard } from '../model/request-board.ts';
import type { ShownBoard } from '../model/use-board.ts';
import { useReportDrag } from '../model/use-live-board.ts';
import { COLUMN_STATUS, StatusIcon } from '../status-badge.tsx';
import { CardFace, CardMark } from './request-card.tsx';

/** Widths of the skeleton lines by column. */
const SKELETON_WIDTHS = {
  created: ['94%', '80%', '88%', '70%'],
  in_progress: ['84%', '92%', '76%'],
  done: ['90%', '78%'],
} as const satisfies Record<TaskStage, readonly string[]>;

/** Icons that show the effect of a move in the drop slot. */
const MOVE_ICONS = {
  assign: PersonAddAltOutlined,
  cancel: HighlightOff,
  finish: CheckCircleOutlined,
  release: PersonRemoveOutlined,
} as const;

const hasMoveIcon = (move: string): move is keyof typeof MOVE_ICONS => Object.hasOwn(MOVE_ICONS, move);

const Face = ({ card, compact }: { card: TaskCard; compact: boolean }) => <CardFace request={card} compact={compact} />;

const Menu = ({ card, place }: { card: TaskCard; place: { index: number; total: number } }) => (
  <CardMenu request={card} position={place} />
);

function useBoardConfig(): BoardConfig<TaskCard, TaskStage> {
  const translate = useTranslate();
  const { open, moveRefusal } = useBoardActions();
  return useMemo(
    () => ({
      store: requestBoard,
      columns: TASK_STAGES.map((state) => ({
        state,
        title: translate(`tasks.stages.${state}`),
        icon: <StatusIcon status={COLUMN_STATUS[state]} />,
        skeletonWidths: SKELETON_WIDTHS[state],
      })),
      label: translate('tasks.title'),
      minWidth: 0,
      help: translate('tasks.dragHelp'),
      conflict: translate('tasks.said.conflict'),
      name: ({ task_name }) => task_name,
      Face,
      Menu,
      Mark: CardMark,
      isFixed: (card) => moveRefusal(card) !== null,
      outcome: (move) => (hasMoveIcon(move) ? { text: translate(`tasks.slot.${move}`), Icon: MOVE_ICONS[move] } : null),
      open,
      openInTab,
    }),
    [translate, open, moveRefusal],
  );
}

/** The board of requests (TASK-01). */
export function Board({
  chosenStage,
  onChosen,
  columns,
  counts,
  selected,
  onEnd,
}: Pick<ShownBoard, 'counts'> & {
  /** The column shown on a phone. */
  chosenStage: TaskStage;
  onChosen: (stage: TaskStage) => void;
  /** Undefined until the board is loaded for the first time. */
  columns: RequestColumns | undefined;
  /** Id of the request whose details are open. */
  selected: number | null;
  onEnd: (stage: TaskStage) => void;
}) {
  useReportDrag();
  return (
    <BoardView
      config={useBoardConfig()}
      chosenState={chosenStage}
      onChosen={onChosen}
      columns={columns}
      counts={counts}
      selected={selected}
      onEnd={onEnd}
    />
  );
}

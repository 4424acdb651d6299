import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import CancelOutlined from '@mui/icons-material/CancelOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import OpenInFull from '@mui/icons-material/OpenInFull';
import OpenInNew from '@mui/icons-material/OpenInNew';
import VerticalAlignTop from '@mui/icons-material/VerticalAlignTop';
import { useTranslate } from 'react-admin';
import { focusCard } from '#console/engine/board/card-element.ts';
import { RowMenu, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { TASK_MOVES } from '#resources/rules/requests/moves.ts';
import { useBoardActions } from './model/board-context.ts';
import { openInTab } from './model/request-address.ts';
import { COLUMN_STATUS, StatusIcon } from './status-badge.tsx';

/**
 * Actions menu of a request card: opening, editing, cancelling, and the same moves as by dragging.
 * @param position zero-based index in the column and the number of cards there; omitted outside the board
 */
export function CardMenu({ request, position }: { request: TaskCard; position?: { index: number; total: number } }) {
  const translate = useTranslate();
  const { open, move, moveByOne, cancel, edit, moveRefusal } = useBoardActions();
  const refusal = moveRefusal(request);
  const thenFocusCard = (action: () => void) => () => {
    action();
    focusCard(request.id);
  };
  return (
    <RowMenu label={translate('tasks.card.actions', { name: request.task_name })}>
      {position ? (
        <RowMenuItem icon={<OpenInFull />} onClick={() => open(request.id)}>
          {translate('tasks.moves.open')}
        </RowMenuItem>
      ) : null}
      <RowMenuItem icon={<OpenInNew />} onClick={() => openInTab(request.id)}>
        {translate('tasks.moves.openInTab')}
      </RowMenuItem>
      {edit && request.stage !== 'done' ? (
        <RowMenuItem icon={<EditOutlined />} refusal={refusal} onClick={() => edit(request)}>
          {translate('tasks.moves.edit')}
        </RowMenuItem>
      ) : null}
      {TASK_STAGES.filter((stage) => stage !== request.stage).map((stage) => {
        const isMoveForbidden = TASK_MOVES[request.stage][stage] === 'forbidden';
        const itemRefusal = isMoveForbidden ? { title: translate('tasks.moves.fromDone') } : refusal;
        return (
          <RowMenuItem
            key={stage}
            icon={<StatusIcon status={COLUMN_STATUS[stage]} />}
            refusal={itemRefusal}
            onClick={thenFocusCard(() => move(request, stage, 'first'))}
          >
            {translate('tasks.moves.to', { column: translate(`tasks.stages.${stage}`) })}
          </RowMenuItem>
        );
      })}
      {position && position.index > 0
        ? [
            <RowMenuItem
              key="first"
              icon={<VerticalAlignTop />}
              refusal={refusal}
              onClick={thenFocusCard(() => move(request, request.stage, 'first'))}
            >
              {translate('tasks.moves.first')}
            </RowMenuItem>,
            <RowMenuItem
              key="up"
              icon={<ArrowUpward />}
              refusal={refusal}
              onClick={thenFocusCard(() => moveByOne(request, -1))}
            >
              {translate('tasks.moves.up')}
            </RowMenuItem>,
          ]
        : null}
      {position && position.index < position.total - 1 ? (
        <RowMenuItem icon={<ArrowDownward />} refusal={refusal} onClick={thenFocusCard(() => moveByOne(request, 1))}>
          {translate('tasks.moves.down')}
        </RowMenuItem>
      ) : null}
      {request.stage === 'in_progress' ? (
        <RowMenuItem icon={<CancelOutlined />} refusal={refusal} onClick={() => cancel(request)}>
          {translate('tasks.moves.cancel')}
        </RowMenuItem>
      ) : null}
    </RowMenu>
  );
}

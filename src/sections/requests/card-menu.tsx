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
import { openInTab } from './model/places.ts';
import { StatusSign } from './status-badge.tsx';

/** Sign of a column, by the status its cards have. */
const SIGNS = { created: 'created', in_progress: 'in_progress', done: 'resolved' } as const;

/**
 * The three dots of a card: the same moves as by dragging (DESIGN §8).
 * @param place of the card in its column, from 0, and how many there are; left out where it stands in no column
 */
export function CardMenu({ task, place }: { task: TaskCard; place?: { index: number; total: number } }) {
  const translate = useTranslate();
  const { open, move, shift, cancel, edit, refusalOf } = useBoardActions();
  const refusal = refusalOf(task);
  const act = (work: () => void) => () => {
    work();
    focusCard(task.id);
  };
  return (
    <RowMenu label={translate('tasks.card.actions', { name: task.task_name })}>
      {place ? (
        <RowMenuItem icon={<OpenInFull />} onClick={() => open(task.id)}>
          {translate('tasks.moves.open')}
        </RowMenuItem>
      ) : null}
      <RowMenuItem icon={<OpenInNew />} onClick={() => openInTab(task.id)}>
        {translate('tasks.moves.openInTab')}
      </RowMenuItem>
      {edit && task.stage !== 'done' ? (
        <RowMenuItem icon={<EditOutlined />} refusal={refusal} onClick={() => edit(task)}>
          {translate('tasks.moves.edit')}
        </RowMenuItem>
      ) : null}
      {TASK_STAGES.filter((stage) => stage !== task.stage).map((stage) => {
        const closed = TASK_MOVES[task.stage][stage] === 'forbidden';
        const why = closed ? { title: translate('tasks.moves.fromDone') } : refusal;
        return (
          <RowMenuItem
            key={stage}
            icon={<StatusSign status={SIGNS[stage]} />}
            refusal={why}
            onClick={act(() => move(task, stage, 'first'))}
          >
            {translate('tasks.moves.to', { column: translate(`tasks.stages.${stage}`) })}
          </RowMenuItem>
        );
      })}
      {place && place.index > 0
        ? [
            <RowMenuItem
              key="first"
              icon={<VerticalAlignTop />}
              refusal={refusal}
              onClick={act(() => move(task, task.stage, 'first'))}
            >
              {translate('tasks.moves.first')}
            </RowMenuItem>,
            <RowMenuItem key="up" icon={<ArrowUpward />} refusal={refusal} onClick={act(() => shift(task, -1))}>
              {translate('tasks.moves.up')}
            </RowMenuItem>,
          ]
        : null}
      {place && place.index < place.total - 1 ? (
        <RowMenuItem icon={<ArrowDownward />} refusal={refusal} onClick={act(() => shift(task, 1))}>
          {translate('tasks.moves.down')}
        </RowMenuItem>
      ) : null}
      {task.stage === 'in_progress' ? (
        <RowMenuItem icon={<CancelOutlined />} refusal={refusal} onClick={() => cancel(task)}>
          {translate('tasks.moves.cancel')}
        </RowMenuItem>
      ) : null}
    </RowMenu>
  );
}

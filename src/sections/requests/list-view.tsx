import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useOnline } from '#console/data/online.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { TASK_STAGES, TASK_TEXT, type TaskStage } from '#resources/rules/requests/constants.ts';
import { listKey, loadAll } from './all-tasks.ts';
import type { BoardFilter } from './board-calls.ts';
import { useBoardActions } from './board-context.ts';
import { DataFailure } from './data-failure.tsx';
import { useOverdue } from './deadline.ts';
import { useDrawnRows } from './drawn-rows.ts';
import { useFailure } from './failure.ts';
import classes from './list-view.module.css';
import { dayText, type Period } from './period.ts';
import { StatusBadge, statusOf } from './status-badge.tsx';
import { LIST_COLUMNS, type ListColumn, type Row, useRows } from './task-rows.ts';
import '#console/ui/print.css';

const without = (...never: ListColumn[]) => LIST_COLUMNS.filter((column) => !never.includes(column));
/** Columns of the table of a stage: not those that are always empty in it. */
const SHOWN: Readonly<Record<TaskStage, readonly ListColumn[]>> = {
  created: without('performer', 'reason'),
  in_progress: without('reason'),
  done: LIST_COLUMNS,
};

/**
 * The filtered requests as plain tables: for the browser's own search, for screen readers and for paper (issue 5 "as list").
 * Of very many the first thousands stand in the page, and it says how many do not; the box above searches all of them, and
 * paper has all of them.
 * @param typed what is looked for
 * @param printing whether it is to be printed as soon as it stands
 * @param onPrinted the wish is granted, or given up
 */
export default function ListView({
  filter,
  period,
  selected,
  typed,
  onTyped,
  printing,
  onPrinted,
}: {
  filter: BoardFilter;
  period: Period;
  selected: number | null;
  typed: string;
  onTyped: (typed: string) => void;
  printing: boolean;
  onPrinted: () => void;
}) {
  const translate = useTranslate();
  const [count, setCount] = useState(0);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: listKey(filter),
    queryFn: ({ signal }) => loadAll(filter, setCount, signal),
    enabled: filter.buildings.length > 0,
    retry: false,
  });
  const online = useOnline();
  const failure = useFailure(error);
  const rows = useRows(data, useDeferredValue(typed.slice(0, TASK_TEXT.search.max)));
  const { shown, goal, left, isGrowing, all } = useDrawnRows(rows);
  useEffect(() => {
    if (!data || !printing) return;
    // Not from within the effect: React draws nothing at once there, and paper has to have every row.
    const timer = setTimeout(() => {
      onPrinted();
      globalThis.print();
    });
    return () => clearTimeout(timer);
  }, [data, printing, onPrinted]);
  // Who leaves the list before it stands does not find it printing when he comes again.
  useEffect(() => onPrinted, [onPrinted]);

  if (!data && !online) return <OfflineState line="engine.list.offlinePage" onRetry={() => void refetch()} />;
  if (failure) return <DataFailure kept={false} busy={isFetching} onReload={() => void refetch()} />;
  const span = { period: translate(`tasks.period.${period}`), date: dayText() };
  return (
    <div className={classes.view} aria-busy={!data || isGrowing} data-print>
      <p className={classes.printed}>{translate('tasks.list.printed', span)}</p>
      <div className={classes.search}>
        <SearchBox label={translate('tasks.list.search')} value={typed} onText={onTyped} />
        <p role="status">
          {translate(data ? 'tasks.list.found' : 'tasks.list.loading', { count: data ? rows.length : count })}
        </p>
      </div>
      {left > 0 ? <Rest shown={goal} left={left} onAll={all} /> : null}
      {data && rows.length === 0 ? (
        <EmptyState title={translate(typed ? 'tasks.list.nothing' : 'tasks.list.empty')} />
      ) : null}
      {TASK_STAGES.map((stage) => {
        const own = shown.filter(({ task }) => task.stage === stage);
        if (own.length === 0) return null;
        const total = rows.filter(({ task }) => task.stage === stage).length;
        return (
          <section key={stage} className={classes.stage}>
            <StageTable stage={stage} total={total} rows={own} selected={selected} />
          </section>
        );
      })}
    </div>
  );
}

/** What does not stand in the page, said before it is searched in vain. */
function Rest({ shown, left, onAll }: { shown: number; left: number; onAll: () => void }) {
  const translate = useTranslate();
  return (
    <p className={classes.rest}>
      {translate('tasks.list.rest', { shown: shown.toLocaleString('ru'), left: left.toLocaleString('ru') })}{' '}
      <button type="button" className="link" onClick={onAll}>
        {translate('tasks.list.all')}
      </button>
    </p>
  );
}

/** The rows of a column; without what none of them can have. */
function StageTable({
  stage,
  total,
  rows,
  selected,
}: {
  stage: TaskStage;
  total: number;
  rows: readonly Row[];
  selected: number | null;
}) {
  const translate = useTranslate();
  const columns = SHOWN[stage];
  return (
    <table className={classes.table}>
      <caption>
        {translate(`tasks.stages.${stage}`)} <span className="tnum">{total}</span>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {translate(`tasks.list.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.task.id} row={row} columns={columns} selected={row.task.id === selected} />
        ))}
      </tbody>
    </table>
  );
}

const TableRow = memo(function TableRow({
  row,
  columns,
  selected,
}: {
  row: Row;
  columns: readonly ListColumn[];
  selected: boolean;
}) {
  return (
    <tr aria-selected={selected || undefined}>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <CellText row={row} column={column} />
        </td>
      ))}
    </tr>
  );
});

/** What stands in a cell: the way to the details, the status, the text, and what is overdue as such. */
function CellText({ row: { task, cells }, column }: { row: Row; column: ListColumn }) {
  const { open } = useBoardActions();
  if (column === 'status') return <StatusBadge status={statusOf(task)} />;
  if (column === 'number') {
    return (
      <button type="button" className="link" onClick={() => open(task.id)}>
        {cells.number}
      </button>
    );
  }
  return column === 'deadline' && task.deadline ? <DeadlineText task={task} text={cells.deadline} /> : cells[column];
}

function DeadlineText({ task, text }: { task: Row['task']; text: string }) {
  const translate = useTranslate();
  const late = useOverdue(task);
  if (!late) return text;
  return (
    <span className={classes.overdue}>
      {text} <b>{translate('tasks.card.overdue')}</b>
    </span>
  );
}

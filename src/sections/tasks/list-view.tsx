import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Pager } from '#console/ui/pager.tsx';
import { TASK_STAGES, TASK_TEXT, type TaskStage } from '#resources/tasks.ts';
import { listKey, loadAll } from './all-tasks.ts';
import type { BoardFilter } from './board-calls.ts';
import { useBoardActions } from './board-context.ts';
import { DataFailure } from './data-failure.tsx';
import { isOverdue } from './deadline.ts';
import classes from './list-view.module.css';
import type { Period } from './period.ts';
import { StatusBadge, statusOf } from './status-badge.tsx';
import { LIST_COLUMNS, type ListColumn, type Row, useRows } from './task-rows.ts';
import '#console/ui/print.css';

/** Columns that are always empty in the table of a stage. */
const NEVER: Readonly<Record<TaskStage, readonly ListColumn[]>> = {
  created: ['performer', 'reason'],
  in_progress: ['reason'],
  done: [],
};

/** Rows drawn at once: a day of a big company stands in the page whole, a year of it does not hold the page up. */
const SIZES = [200, 1000] as const;
const [FIRST_SIZE] = SIZES;

/** Whether the page is on its way to paper, however it was asked for: then every row has to stand in it. */
function usePaper(): boolean {
  const [paper, setPaper] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPaper(true));
    const after = () => setPaper(false);
    globalThis.addEventListener('beforeprint', before);
    globalThis.addEventListener('afterprint', after);
    return () => {
      globalThis.removeEventListener('beforeprint', before);
      globalThis.removeEventListener('afterprint', after);
    };
  }, []);
  return paper;
}

/** The part of the rows that is drawn; on paper all of them. */
function usePaged<Row>(rows: readonly Row[]) {
  const [{ page, size, of }, setShown] = useState({ page: 1, size: FIRST_SIZE as number, of: rows.length });
  const paper = usePaper();
  // What is found anew is read from its beginning.
  const at = of === rows.length ? page : 1;
  const from = (at - 1) * size;
  const isPaged = rows.length > FIRST_SIZE;
  return {
    shown: paper || !isPaged ? rows : rows.slice(from, from + size),
    isPaged,
    pager: {
      page: at,
      size,
      sizes: SIZES,
      total: rows.length,
      onPage: (next: number) => setShown({ page: next, size, of: rows.length }),
      onSize: (next: number) => setShown({ page: 1, size: next, of: rows.length }),
    },
  };
}

/**
 * The filtered requests as plain tables: for the browser's own search, for screen readers and for paper (issue 5 "as list").
 * Very many stand on several pages; the box above searches all of them, and paper has all of them.
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
  const rows = useRows(data, useDeferredValue(typed.slice(0, TASK_TEXT.search.max)));
  const { shown, isPaged, pager } = usePaged(rows);
  useEffect(() => {
    if (!data || !printing) return;
    onPrinted();
    globalThis.print();
  }, [data, printing, onPrinted]);
  // Who leaves the list before it stands does not find it printing when he comes again.
  useEffect(() => onPrinted, [onPrinted]);

  if (error) return <DataFailure kept={false} busy={isFetching} onReload={() => void refetch()} />;
  const span = { period: translate(`tasks.period.${period}`), date: new Date().toLocaleDateString('ru') };
  return (
    <div className={classes.view} aria-busy={!data} data-print>
      <p className={classes.printed}>{translate('tasks.list.printed', span)}</p>
      <div className={classes.search}>
        <SearchBox label={translate('tasks.list.search')} value={typed} onText={onTyped} />
        <p role="status">
          {translate(data ? 'tasks.list.found' : 'tasks.list.loading', { count: data ? rows.length : count })}
        </p>
      </div>
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
      {isPaged ? <Pager {...pager} /> : null}
    </div>
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
  const columns = LIST_COLUMNS.filter((column) => !NEVER[stage].includes(column));
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
          <tr key={row.task.id} aria-selected={row.task.id === selected || undefined}>
            {columns.map((column) => (
              <td key={column} data-column={column}>
                <CellText row={row} column={column} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What stands in a cell: the way to the details, the status, the text, and what is overdue as such. */
function CellText({ row: { task, cells }, column }: { row: Row; column: ListColumn }) {
  const translate = useTranslate();
  const { open } = useBoardActions();
  if (column === 'status') return <StatusBadge status={statusOf(task)} />;
  if (column === 'number') {
    return (
      <button type="button" className="link" onClick={() => open(task.id)}>
        {cells.number}
      </button>
    );
  }
  if (column !== 'deadline' || !isOverdue(task)) return cells[column];
  return (
    <span className={classes.overdue}>
      {cells.deadline} <b>{translate('tasks.card.overdue')}</b>
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import type { TaskCard } from '#resources/protocol/tasks.ts';
import { TASK_STAGES, TASK_TEXT } from '#resources/tasks.ts';
import { loadAll } from './all-tasks.ts';
import type { BoardFilter } from './board-calls.ts';
import { useBoardActions } from './board-context.ts';
import { DataFailure } from './data-failure.tsx';
import classes from './list-view.module.css';
import type { Period } from './period.ts';
import { StatusBadge, statusOf } from './status-badge.tsx';
import { LIST_COLUMNS, type ListColumn, rowOf } from './task-rows.ts';
import '#console/ui/print.css';

const folded = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');

interface Row {
  task: TaskCard;
  cells: Record<ListColumn, string>;
  /** Everything it says, to be searched in. */
  said: string;
}

/** The requests of a filter in rows that have every searched word. */
function useRows(tasks: readonly TaskCard[] | undefined, typed: string): readonly Row[] {
  const translate = useTranslate();
  const rows = useMemo(
    () =>
      (tasks ?? []).map((task): Row => {
        const cells = rowOf(task, translate);
        return { task, cells, said: folded(Object.values(cells).join(' ')) };
      }),
    [tasks, translate],
  );
  return useMemo(() => {
    const words = folded(typed).split(/\s+/).filter(Boolean);
    return words.length ? rows.filter(({ said }) => words.every((word) => said.includes(word))) : rows;
  }, [rows, typed]);
}

/**
 * The filtered requests as plain tables, all of them in the page: for the browser's own search, for screen readers and for
 * paper (issue 5 "as list").
 * @param printing grows with every wish to print
 */
export default function ListView({
  filter,
  period,
  selected,
  printing,
}: {
  filter: BoardFilter;
  period: Period;
  selected: number | null;
  printing: number;
}) {
  const translate = useTranslate();
  const { open } = useBoardActions();
  const [count, setCount] = useState(0);
  const [typed, setTyped] = useState('');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['tasks', 'all', filter],
    queryFn: ({ signal }) => loadAll(filter, setCount, signal),
    enabled: filter.buildings.length > 0,
    retry: false,
  });
  const rows = useRows(data, useDeferredValue(typed.slice(0, TASK_TEXT.search.max)));
  const printed = useRef(0);
  useEffect(() => {
    if (!data || printing === printed.current) return;
    printed.current = printing;
    globalThis.print();
  }, [data, printing]);

  if (error) return <DataFailure kept={false} busy={isFetching} onReload={() => void refetch()} />;
  const span = { period: translate(`tasks.period.${period}`), date: new Date().toLocaleDateString('ru') };
  return (
    <div className={classes.view} aria-busy={!data} data-print>
      <p className={classes.printed}>{translate('tasks.list.printed', span)}</p>
      <div className={classes.search}>
        <SearchBox label={translate('tasks.list.search')} value={typed} onText={setTyped} />
        <p role="status">
          {translate(data ? 'tasks.list.found' : 'tasks.list.loading', { count: data ? rows.length : count })}
        </p>
      </div>
      {data && rows.length === 0 ? (
        <EmptyState title={translate(typed ? 'tasks.list.nothing' : 'tasks.list.empty')} />
      ) : null}
      {TASK_STAGES.map((stage) => {
        const own = rows.filter(({ task }) => task.stage === stage);
        if (own.length === 0) return null;
        return (
          <section key={stage} className={classes.stage}>
            <table className={classes.table}>
              <caption>
                {translate(`tasks.stages.${stage}`)} <span className="tnum">{own.length}</span>
              </caption>
              <thead>
                <tr>
                  {LIST_COLUMNS.map((column) => (
                    <th key={column} scope="col">
                      {translate(`tasks.list.columns.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {own.map(({ task, cells }) => (
                  <tr key={task.id} aria-selected={task.id === selected || undefined}>
                    {LIST_COLUMNS.map((column) => (
                      <td key={column} data-column={column}>
                        {column === 'number' ? (
                          <button type="button" className="link" onClick={() => open(task.id)}>
                            {cells.number}
                          </button>
                        ) : column === 'status' ? (
                          <StatusBadge status={statusOf(task)} />
                        ) : (
                          cells[column]
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      })}
    </div>
  );
}

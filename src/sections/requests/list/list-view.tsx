import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useOnline } from '#console/data/http/online.ts';
import { ChoiceCell, ChoiceHead } from '#console/engine/list/bulk/choice-cells.tsx';
import type { RowChoice } from '#console/engine/list/bulk/row-choice.ts';
import { shownColumns, useColumnChoice } from '#console/engine/list/column-choice/column-choice.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { ClampedText } from '#console/fields/text/cell.tsx';
import { useKeptScroll } from '#console/ui/navigation/kept-scroll.ts';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import { TASK_STAGES, TASK_TEXT, type TaskStage } from '#resources/rules/requests/constants.ts';
import { DataFailure } from '../data-failure.tsx';
import { loadAll } from '../model/all-requests.ts';
import type { BoardFilter } from '../model/board-calls.ts';
import { useBoardActions } from '../model/board-context.ts';
import { listKey } from '../model/board-state.ts';
import { useOverdue } from '../model/deadline.ts';
import { companyTodayText } from '../model/period.ts';
import { requestPath } from '../model/places.ts';
import { useFailure } from '../model/use-board.ts';
import { requestStatus, StatusBadge } from '../status-badge.tsx';
import { type ChosenRequests, useChosenRequests } from './chosen-requests.ts';
import { useDrawnRows } from './drawn-rows.ts';
import classes from './list-view.module.css';
import {
  LIST_COLUMNS,
  type ListColumn,
  type ListSort,
  nextSort,
  type RequestListRow,
  shortMoment,
  shortName,
  useRows,
} from './request-rows.ts';
import '#console/ui/print.css';

const BulkActions = lazy(() => import('./bulk-actions.tsx'));

const COLUMNS = LIST_COLUMNS.map((name) => ({ name }));
/** Columns that are always empty in a stage. */
const EMPTY: Readonly<Record<TaskStage, readonly ListColumn[]>> = {
  created: ['performer', 'reason'],
  in_progress: ['reason'],
  done: [],
};

/** Columns that need their name beside the value where a row is a few lines: people and moments look alike. */
const LABELLED: ReadonlySet<ListColumn> = new Set(['performer', 'author', 'date', 'deadline', 'reason']);

/**
 * The filtered requests as plain tables: for the browser's own search, for screen readers and for paper.
 * Of very many the first thousands stand in the page, and it says how many do not; the box above searches all of them, and
 * paper has all of them.
 * @param period the shown period, in words
 * @param typed the search text
 * @param sort by what each stage is sorted
 * @param place how far it was scrolled when it was left, px
 * @param printing whether it is to be printed as soon as it stands
 * @param onPrinted the wish is granted, or given up
 */
export default function ListView({
  filter,
  period,
  selected,
  searchText,
  onTyped,
  sort,
  onSort,
  printing,
  onPrinted,
}: {
  filter: BoardFilter;
  period: string;
  selected: number | null;
  searchText: string;
  onTyped: (typed: string) => void;
  sort: ListSort;
  onSort: (named: string | null) => void;
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
  const rows = useRows(data, useDeferredValue(searchText.slice(0, TASK_TEXT.search.max)), sort);
  const { boxes, chosenRequests, clear } = useChosenRequests(rows, filter, searchText);
  const { shown: drawnRows, goal, left: leftCount, isGrowing, all } = useDrawnRows(rows);
  const scroller = useKeptScroll('list');
  useEffect(() => {
    if (!data || !printing) return;
    // Not from within the effect: React draws nothing at once there, and paper has to have every row.
    const timer = setTimeout(() => {
      onPrinted();
      globalThis.print();
    });
    return () => clearTimeout(timer);
  }, [data, printing, onPrinted]);
  // Leaving the list before it stands drops the wish, or it would print at the next visit.
  useEffect(() => onPrinted, [onPrinted]);

  if (!data && !online) return <OfflineState line="engine.list.offlinePage" onRetry={() => void refetch()} />;
  if (failure) return <DataFailure isStored={false} busy={isFetching} onReload={() => void refetch()} />;
  const span = { period, date: companyTodayText() };
  return (
    <div ref={scroller} className={classes.view} aria-busy={!data || isGrowing} data-print>
      <p className={classes.printed}>{translate('tasks.list.printed', span)}</p>
      <div className={classes.top}>
        <div className={classes.search} inert={chosenRequests.length > 0}>
          <SearchBox label={translate('tasks.list.search')} value={searchText} onText={onTyped} />
          <p role="status">
            {translate(data ? 'tasks.list.found' : 'tasks.list.loading', { count: data ? rows.length : count })}
          </p>
        </div>
        {chosenRequests.length > 0 ? (
          <Suspense>
            <BulkActions requests={chosenRequests} onClear={clear} />
          </Suspense>
        ) : null}
      </div>
      {data ? null : <TableSkeleton columns={8} />}
      {leftCount > 0 ? <Rest shownCount={goal} leftCount={leftCount} onAll={all} /> : null}
      {data && rows.length === 0 ? (
        <EmptyState title={translate(searchText ? 'tasks.list.nothing' : 'tasks.list.empty')} />
      ) : null}
      {TASK_STAGES.map((stage) => {
        const stageRows = drawnRows.filter(({ request }) => request.stage === stage);
        if (stageRows.length === 0) return null;
        const total = rows.filter(({ request }) => request.stage === stage).length;
        return (
          <section key={stage} className={classes.stage}>
            <StageTable
              stage={stage}
              total={total}
              rows={stageRows}
              boxes={boxes}
              selected={selected}
              sort={sort}
              onSort={onSort}
            />
          </section>
        );
      })}
    </div>
  );
}

/** The number of requests that are not on the page, told before a person searches for them in vain. */
function Rest({ shownCount, leftCount, onAll }: { shownCount: number; leftCount: number; onAll: () => void }) {
  const translate = useTranslate();
  return (
    <p className={classes.rest}>
      {translate('tasks.list.rest', { shown: shownCount.toLocaleString('ru'), left: leftCount.toLocaleString('ru') })}{' '}
      <button type="button" className="link" onClick={onAll}>
        {translate('tasks.list.all')}
      </button>
    </p>
  );
}

/** The table of a stage, without columns that are always empty in it. */
function StageTable({
  stage,
  total,
  rows,
  boxes,
  selected,
  sort,
  onSort,
}: {
  stage: TaskStage;
  total: number;
  rows: readonly RequestListRow[];
  boxes: ChosenRequests['boxes'];
  selected: number | null;
  sort: ListSort;
  onSort: (named: string | null) => void;
}) {
  const translate = useTranslate();
  const [choice] = useColumnChoice(useResource().name);
  const columns = useMemo(() => {
    const shown = shownColumns(COLUMNS, choice).map(({ name }) => name);
    return shown.filter((name) => !EMPTY[stage].includes(name));
  }, [choice, stage]);
  return (
    <table className={classes.table}>
      <caption>
        {translate(`tasks.stages.${stage}`)} <span className="tnum">{total}</span>
      </caption>
      <thead>
        <tr>
          {boxes ? (
            <ChoiceHead
              choice={boxes.of(rows.map(({ request }) => request.id))}
              label={translate('tasks.list.chooseAll', { stage: translate(`tasks.stages.${stage}`) })}
            />
          ) : null}
          {columns.map((column) => {
            const isSorted = sort?.column === column;
            const Sign = isSorted ? (sort.isDown ? ArrowDownward : ArrowUpward) : UnfoldMore;
            return (
              <th
                key={column}
                scope="col"
                aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
                data-sorted={isSorted || undefined}
              >
                <button type="button" className={classes.head} onClick={() => onSort(nextSort(sort, column))}>
                  {translate(`tasks.list.columns.${column}`)}
                  <Sign aria-hidden />
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow
            key={row.request.id}
            row={row}
            columns={columns}
            selected={row.request.id === selected}
            isChosen={boxes?.isChosen(row.request.id) ?? false}
            onToggle={boxes?.toggle ?? null}
          />
        ))}
      </tbody>
    </table>
  );
}

const TableRow = memo(function TableRow({
  row,
  columns,
  selected,
  isChosen,
  onToggle,
}: {
  row: RequestListRow;
  columns: readonly ListColumn[];
  selected: boolean;
  isChosen: boolean;
  onToggle: RowChoice['toggle'] | null;
}) {
  const translate = useTranslate();
  return (
    <tr aria-selected={selected || undefined} data-chosen={isChosen || undefined}>
      {onToggle ? (
        <ChoiceCell
          id={row.request.id}
          isChosen={isChosen}
          label={translate('engine.list.choose', { name: row.cells.number })}
          onToggle={onToggle}
        />
      ) : null}
      {columns.map((column) => (
        <td
          key={column}
          data-column={column}
          data-label={LABELLED.has(column) ? translate(`tasks.list.columns.${column}`) : undefined}
        >
          <CellText row={row} column={column} />
        </td>
      ))}
    </tr>
  );
});

/** Content of a cell: the link to the details, the status or the text; overdue deadlines are marked. */
function CellText({ row: { request, cells }, column }: { row: RequestListRow; column: ListColumn }) {
  const { open } = useBoardActions();
  if (column === 'status') return <StatusBadge status={requestStatus(request)} />;
  if (column === 'number') {
    return (
      <Link
        className="link"
        to={requestPath(request.id)}
        aria-label={cells.number}
        onClick={(event) => {
          // With a key it opens as the browser opens links.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open(request.id);
        }}
      >
        {typeset(shortName(cells.number))}
      </Link>
    );
  }
  if (column === 'date') return shortMoment(request.creation_date);
  return column === 'deadline' && request.deadline ? (
    <DeadlineText request={request} text={shortMoment(request.deadline)} />
  ) : (
    <ClampedText text={cells[column]} />
  );
}

function DeadlineText({ request, text }: { request: RequestListRow['request']; text: string }) {
  const translate = useTranslate();
  const isLate = useOverdue(request);
  if (!isLate) return text;
  return (
    <span className={classes.overdue}>
      {text} <b>{translate('tasks.card.overdue')}</b>
    </span>
  );
}

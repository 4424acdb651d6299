import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useOnline } from '#console/data/http/online.ts';
import { SelectAllHeader, SelectRowCell } from '#console/engine/list/bulk/choice-cells.tsx';
import type { RowSelection } from '#console/engine/list/bulk/row-choice.ts';
import { shownColumns, useColumnChoice } from '#console/engine/list/column-choice/column-choice.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { ClampedText } from '#console/fields/text/cell.tsx';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import { TASK_STAGES, TASK_TEXT, type TaskStage } from '#resources/rules/requests/constants.ts';
import { DataFailure } from '../data-failure.tsx';
import { loadAllRequests } from '../model/all-requests.ts';
import type { BoardFilter } from '../model/board-calls.ts';
import { useBoardActions } from '../model/board-context.ts';
import { listKey } from '../model/board-state.ts';
import { useOverdue } from '../model/deadline.ts';
import { companyTodayText } from '../model/period.ts';
import { requestPath } from '../model/request-address.ts';
import { useOnlineError } from '../model/use-board.ts';
import { requestStatus, StatusBadge } from '../status-badge.tsx';
import { type ChosenRequests, useChosenRequests } from './chosen-requests.ts';
import classes from './list-view.module.css';
import {
  LIST_COLUMNS,
  type ListColumn,
  type ListSort,
  nextSort,
  type RequestListRow,
  shortDateTime,
  shortRequestNumber,
  useRows,
} from './request-rows.ts';
import { useRenderedRows } from './use-rendered-rows.ts';
import '#console/ui/print.css';

const BulkActions = lazy(() => import('./bulk-actions.tsx'));

const COLUMNS = LIST_COLUMNS.map((name) => ({ name }));
/** Columns that are always empty in a stage. */
const ALWAYS_EMPTY: Readonly<Record<TaskStage, readonly ListColumn[]>> = {
  created: ['performer', 'reason'],
  in_progress: ['reason'],
  done: [],
};

/** Columns labelled in the narrow layout, where a row is a few lines and people or dates could be confused. */
const LABELLED: ReadonlySet<ListColumn> = new Set(['performer', 'author', 'date', 'deadline', 'reason']);

/**
 * The filtered requests as plain tables, one per stage, for find-in-page, screen readers and print. Only the first 5000 rows are
 * rendered, with a note about the rest; the search box and the printout cover all rows.
 * @param period label of the period, for the heading of the printout
 * @param sort sort order within each stage
 * @param printing whether to open the print dialog once the rows are loaded
 * @param onPrinted called when the print dialog opens or the list is left before that
 */
export default function ListView({
  filter,
  period,
  selected,
  searchText,
  onSearchText,
  sort,
  onSort,
  printing,
  onPrinted,
}: {
  filter: BoardFilter;
  period: string;
  selected: number | null;
  searchText: string;
  onSearchText: (typed: string) => void;
  sort: ListSort;
  onSort: (named: string | null) => void;
  printing: boolean;
  onPrinted: () => void;
}) {
  const translate = useTranslate();
  const [count, setCount] = useState(0);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: listKey(filter),
    queryFn: ({ signal }) => loadAllRequests(filter, setCount, signal),
    enabled: filter.buildings.length > 0,
    retry: false,
  });
  const online = useOnline();
  const failure = useOnlineError(error);
  const rows = useRows(data, useDeferredValue(searchText.slice(0, TASK_TEXT.search.max)), sort);
  const { checkboxes, chosenRequests, clear } = useChosenRequests(rows, filter, searchText);
  const { renderedRows, targetCount, hiddenCount, isGrowing, showAll } = useRenderedRows(rows);
  const scroller = useRestoredScroll('list');
  useEffect(() => {
    if (!data || !printing) return;
    // In a timer, because `flushSync` in the `beforeprint` handler does not work inside an effect.
    const timer = setTimeout(() => {
      onPrinted();
      globalThis.print();
    });
    return () => clearTimeout(timer);
  }, [data, printing, onPrinted]);
  // Leaving the list before it is loaded cancels printing, or it would print on the next visit.
  useEffect(() => onPrinted, [onPrinted]);

  if (!data && !online) return <OfflineState line="engine.list.offlinePage" onRetry={() => void refetch()} />;
  if (failure) return <DataFailure isRolledBack={false} busy={isFetching} onReload={() => void refetch()} />;
  const span = { period, date: companyTodayText() };
  return (
    <div ref={scroller} className={classes.view} aria-busy={!data || isGrowing} data-print>
      <p className={classes.printed}>{translate('tasks.list.printed', span)}</p>
      <div className={classes.top}>
        <div className={classes.search} inert={chosenRequests.length > 0}>
          <SearchBox label={translate('tasks.list.search')} value={searchText} onText={onSearchText} />
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
      {hiddenCount > 0 ? <HiddenRowsNote shownCount={targetCount} hiddenCount={hiddenCount} onAll={showAll} /> : null}
      {data && rows.length === 0 ? (
        <EmptyState title={translate(searchText ? 'tasks.list.nothing' : 'tasks.list.empty')} />
      ) : null}
      {TASK_STAGES.map((stage) => {
        const stageRows = renderedRows.filter(({ request }) => request.stage === stage);
        if (stageRows.length === 0) return null;
        const total = rows.filter(({ request }) => request.stage === stage).length;
        return (
          <section key={stage} className={classes.stage}>
            <StageTable
              stage={stage}
              total={total}
              rows={stageRows}
              boxes={checkboxes}
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

/** Note about rows that are not rendered, so that nobody looks for them with find-in-page in vain. */
function HiddenRowsNote({
  shownCount,
  hiddenCount,
  onAll,
}: {
  shownCount: number;
  hiddenCount: number;
  onAll: () => void;
}) {
  const translate = useTranslate();
  return (
    <p className={classes.rest}>
      {translate('tasks.list.rest', { shown: shownCount.toLocaleString('ru'), left: hiddenCount.toLocaleString('ru') })}{' '}
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
  boxes: ChosenRequests['checkboxes'];
  selected: number | null;
  sort: ListSort;
  onSort: (named: string | null) => void;
}) {
  const translate = useTranslate();
  const [choice] = useColumnChoice(useResource().name);
  const columns = useMemo(() => {
    const shownNames = shownColumns(COLUMNS, choice).map(({ name }) => name);
    return shownNames.filter((name) => !ALWAYS_EMPTY[stage].includes(name));
  }, [choice, stage]);
  return (
    <table className={classes.table}>
      <caption>
        {translate(`tasks.stages.${stage}`)} <span className="tnum">{total}</span>
      </caption>
      <thead>
        <tr>
          {boxes ? (
            <SelectAllHeader
              choice={boxes.forStage(rows.map(({ request }) => request.id))}
              label={translate('tasks.list.chooseAll', { stage: translate(`tasks.stages.${stage}`) })}
            />
          ) : null}
          {columns.map((column) => {
            const isSorted = sort?.column === column;
            const SortIcon = isSorted ? (sort.isDown ? ArrowDownward : ArrowUpward) : UnfoldMore;
            return (
              <th
                key={column}
                scope="col"
                aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
                data-sorted={isSorted || undefined}
              >
                <button type="button" className={classes.head} onClick={() => onSort(nextSort(sort, column))}>
                  {translate(`tasks.list.columns.${column}`)}
                  <SortIcon aria-hidden />
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
  onToggle: RowSelection['toggle'] | null;
}) {
  const translate = useTranslate();
  return (
    <tr aria-selected={selected || undefined} data-chosen={isChosen || undefined}>
      {onToggle ? (
        <SelectRowCell
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
          // With a modifier key the browser opens the link itself, e.g. in a new tab.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open(request.id);
        }}
      >
        {typeset(shortRequestNumber(cells.number))}
      </Link>
    );
  }
  if (column === 'date') return shortDateTime(request.creation_date);
  return column === 'deadline' && request.deadline ? (
    <DeadlineText request={request} text={shortDateTime(request.deadline)} />
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

import '#i18n/complaints-texts.ts';
import '#i18n/tasks-texts.ts';
import { lazy, Suspense, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { companyMoment } from '#console/data/company-clock.ts';
import { useOnline } from '#console/data/http/online.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { useUndoKey } from '#console/engine/board/use-undo-key.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { OfflineState } from '#console/engine/list/states.tsx';
import { useOpenedHistory } from '#console/shell/opened-history.ts';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import { useStoredSearchText } from '#console/shell/stored-search-text.ts';
import type { TaskCard, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES, TASKS_PATH } from '#resources/rules/requests/constants.ts';
import classes from './board/board.module.css';
import { Board } from './board/board.tsx';
import { EmptyBoard, isBoardEmpty, NoBuildings, useHasNoBuildings } from './board/empty-board.tsx';
import { DataFailure } from './data-failure.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import type { ShownPerformer } from './filters/performer-filter.tsx';
import { readSort } from './list/request-rows.ts';
import { useExport } from './list/use-export.ts';
import type { BoardFilter, TimeSpan } from './model/board-calls.ts';
import { type BoardActions, BoardContext } from './model/board-context.ts';
import { boardKey, getRequester, listKey } from './model/board-state.ts';
import { dayPeriodStart, readPeriod } from './model/period.ts';
import { addressText } from './model/request-address.ts';
import { type Plan, planCancellation, requestBoard, useRequestBoard } from './model/request-board.ts';
import { useBoard } from './model/use-board.ts';
import { useLiveBoard } from './model/use-live-board.ts';
import { useMoves } from './model/use-moves.ts';

const PerformerDialog = lazy(() => import('./dialogs/performer-dialog.tsx'));
const EditDialog = lazy(() => import('./dialogs/edit-dialog.tsx'));
const CancelDialog = lazy(() => import('./dialogs/cancel-dialog.tsx'));

/** Sends the plan that waited for a dialog, completed by the value entered there. */
function answerQuestion({ plan }: { plan: Plan }, change: Plan['change'], patch: TaskPatch): void {
  requestBoard.answer({ ...plan, change: { ...plan.change, ...change }, patch: { ...plan.patch, ...patch } });
}

const dismiss = () => requestBoard.dismiss();

/** The dialog that a move waits for (TASK-22, TASK-26), or the edit form of a request. */
function Dialogs({
  edited,
  onSave,
  onClose,
}: {
  edited: TaskCard | null;
  onSave: (request: TaskCard, patch: TaskPatch) => Promise<void>;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const question = useRequestBoard((state) => state.question);
  if (edited) {
    return (
      <Suspense>
        <EditDialog request={edited} onSave={(patch) => onSave(edited, patch)} onClose={onClose} />
      </Suspense>
    );
  }
  if (!question) return null;
  const { card: request, plan } = question;
  const subtitle = [request.service.name, addressText(request, translate)].filter(Boolean).join(', ');
  return (
    <Suspense>
      {plan.asks === 'performer' ? (
        <PerformerDialog
          subtitle={subtitle}
          building={request.target.building || null}
          service={request.service.id || null}
          current={request.performer?.user ?? null}
          onPerformer={(performer) => answerQuestion(question, { performer }, { performer: performer.user })}
          onClose={dismiss}
        />
      ) : (
        <CancelDialog
          request={request.id}
          subtitle={subtitle}
          onReason={(reason) =>
            answerQuestion(question, { resolution_description: reason }, { resolution_description: reason })
          }
          onClose={dismiss}
        />
      )}
    </Suspense>
  );
}

const DetailsPanel = lazy(() => import('./details/details-panel.tsx'));
const ListView = lazy(() => import('./list/list-view.tsx'));

const parseId = (text: string | null): number | null => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : null;
};

const readShownPerformer = (text: string | null): ShownPerformer =>
  text === 'me' || text === 'none' ? text : parseId(text);

/** Parses a time span of the address in unix seconds, `1764000000` or `1764000000-1764040000`. */
function parseSpan(text: string | null): TimeSpan | null {
  const [, from, to] = /^(\d{1,11})(?:-(\d{1,11}))?$/.exec(text ?? '') ?? [];
  return from ? { from: Number(from), to: to ? Number(to) : null } : null;
}

/** Address parameters that narrow the requests to a flat, a person or a shift; choosing a period removes them. */
const NO_EXTRA_FILTER = { unit: null, flat: null, person: null, status: null, came: null, done: null } as const;

/**
 * The state of the page in the address: `period`, `services`, `performer`, `overdue`, `unit`, `flat`, `person`, `view`, `sort`,
 * `stage`, `id`; links of the shift page add `status`, `came` and `done`.
 */
function useAddress() {
  const [params, setParams] = useSearchParams();
  const { onward, back } = useOpenedHistory(params.has('id'));
  const hasPerformers = useServerFeature('performers');
  const hasShift = useServerFeature('shift');
  const [status, cameSpan, doneSpan] = ['status', 'came', 'done'].map((name) => (hasShift ? params.get(name) : null));
  const sort = params.get('sort');
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>, options: NavigateOptions = { replace: true }) =>
      setParams((query) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) query.delete(name);
          else query.set(name, value);
        }
        return query;
      }, options),
    [setParams],
  );
  const open = useCallback((next: number) => set({ id: String(next) }, onward), [set, onward]);
  const close = useCallback(() => {
    if (!back()) set({ id: null });
  }, [set, back]);
  const id = Number(params.get('id'));
  return {
    period: readPeriod(params.get('period')),
    services: params.get('services') ?? '',
    shownPerformer: hasPerformers ? readShownPerformer(params.get('performer')) : null,
    overdue: hasPerformers && params.get('overdue') === 'true',
    unit: hasPerformers ? parseId(params.get('unit')) : null,
    flat: params.get('flat') ?? '',
    person: hasPerformers ? parseId(params.get('person')) : null,
    status: TASK_STAGES.find((stage) => stage === status),
    came: useMemo(() => parseSpan(cameSpan ?? null), [cameSpan]),
    done: useMemo(() => parseSpan(doneSpan ?? null), [doneSpan]),
    sort: useMemo(() => readSort(sort), [sort]),
    stage: TASK_STAGES.find((stage) => stage === params.get('stage')) ?? 'created',
    view: params.get('view') === 'list' ? ('list' as const) : ('board' as const),
    id: Number.isInteger(id) && id > 0 ? id : null,
    set,
    open,
    close,
  };
}

type Address = ReturnType<typeof useAddress>;

/** The filter of the board, memoised; its period starts again with every new day in the company's time zone. */
function useFilter(address: Address): BoardFilter {
  const {
    period,
    services: serviceList,
    shownPerformer,
    overdue,
    unit,
    person,
    status,
    came: cameSpan,
    done: doneSpan,
  } = address;
  const me = Number(useSyncExternalStore(onSessionChange, session.userId.get));
  const [buildings] = useCheckedBuildings();
  const today = useCompanyDay();
  return useMemo(() => {
    const services = serviceList
      .split(',')
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0);
    const performer = shownPerformer === 'me' ? me : shownPerformer;
    return {
      buildings,
      since: dayPeriodStart(today, period),
      services,
      ...(performer === null ? {} : { performer }),
      ...(overdue ? { overdue } : {}),
      ...(unit === null ? {} : { unit }),
      ...(person === null ? {} : { person }),
      ...(status ? { stage: status } : {}),
      ...(cameSpan ? { came: cameSpan } : {}),
      ...(doneSpan ? { done: doneSpan } : {}),
    };
  }, [buildings, period, serviceList, shownPerformer, me, overdue, unit, person, status, cameSpan, doneSpan, today]);
}

type ShownBoard = ReturnType<typeof useBoard>;

/** Name of the person whose requests are shown, read from a loaded request because the address has only the id. */
function requesterName(person: number, { columns }: ShownBoard): string | null {
  const all = columns ? TASK_STAGES.flatMap((stage) => columns[stage].cards) : [];
  const requester = all.map(getRequester).find(({ user }) => user === person);
  return requester ? `${requester.last_name} ${requester.first_name}` : null;
}

/** Label of the filter set by a link from another page; null if there is none. */
function useExtraFilterLabel(
  { unit, person, stage, came: cameSpan, done: doneSpan }: BoardFilter,
  flat: string,
  board: ShownBoard,
): string | null {
  const translate = useTranslate();
  if (person !== undefined) {
    const label = requesterName(person, board);
    return label ? translate('tasks.unit.one', { label }) : translate('tasks.unit.somebody');
  }
  if (unit !== undefined) return flat ? translate('tasks.unit.one', { label: flat }) : translate('tasks.unit.some');
  if (stage !== undefined) return translate(`tasks.only.${stage}`);
  const span = cameSpan ?? doneSpan;
  if (!span) return null;
  const [from, to] = [span.from, span.to].map((at) => (at === null ? '' : companyMoment(at * 1000)));
  return translate(`tasks.only.${cameSpan ? 'came' : 'ended'}${span.to === null ? 'Since' : 'Between'}`, { from, to });
}

const hasExtraFilter = ({ unit, person, stage, came, done }: BoardFilter): boolean =>
  [unit, person, stage, came, done].some((one) => one !== undefined);

/** Actions of the cards, memoised so that cards do not rerender. */
function useActions(board: ShownBoard, open: BoardActions['open'], edit: (request: TaskCard) => void): BoardActions {
  const translate = useTranslate();
  const canEdit = useServerFeature('tasks');
  const missingRight = useRefusal('tasks', 'change');
  const boardRef = useRef(board);
  boardRef.current = board;
  return useMemo((): BoardActions => {
    const rightRefusal = missingRight ? refusalText(missingRight, translate) : null;
    const notYours = { title: translate('taskRules.notYours') };
    const withColumns = <Args extends unknown[]>(
      action: (columns: NonNullable<typeof board.columns>, ...args: Args) => void,
    ) => {
      return (...args: Args) => {
        const { columns } = boardRef.current;
        if (columns) action(columns, ...args);
      };
    };
    return {
      open,
      move: withColumns((columns, request, to, where) => requestBoard.move(columns, request, to, where)),
      moveByOne: withColumns((columns, request: TaskCard, offset: number) => {
        const index = columns[request.stage].cards.findIndex((other) => other.id === request.id);
        if (index >= 0) requestBoard.move(columns, request, request.stage, index + offset);
      }),
      cancel: withColumns((columns, request) => {
        const plan = planCancellation(columns, request);
        if (plan) requestBoard.begin(request, plan);
      }),
      changePerformer: (request) =>
        requestBoard.begin(request, {
          move: 'assign',
          asks: 'performer',
          change: {},
          patch: { from_stage: request.stage },
        }),
      edit: canEdit ? edit : null,
      setDeadline: (request, deadline) =>
        requestBoard.begin(request, { move: 'deadline', asks: null, change: { deadline }, patch: { deadline } }),
      commentRefusal: rightRefusal,
      moveRefusal: (request) => rightRefusal ?? (request.may_move === false ? notYours : null),
    };
  }, [open, edit, canEdit, missingRight, translate]);
}

/** The panel «Данные не доехали», for a change that was not stored or a board that did not load. */
function Failure({ board, hasFailed }: { board: ShownBoard; hasFailed: boolean }) {
  const [reloading, setReloading] = useState(false);
  const reload = () => {
    setReloading(true);
    void board.reload().finally(() => {
      requestBoard.clearFailure();
      setReloading(false);
    });
  };
  return <DataFailure isRolledBack={hasFailed} busy={reloading} onReload={reload} />;
}

/** The columns, or a message if the reader is offline or there are no requests. */
function Columns({
  address: { period, shownPerformer, overdue, stage, id, set },
  filter,
  board,
}: {
  address: Address;
  filter: BoardFilter;
  board: ShownBoard;
}) {
  const online = useOnline();
  if (!online && (board.isPrevious || !board.columns))
    return <OfflineState line="engine.list.offlinePage" onRetry={() => void board.reload()} />;
  return (
    <>
      <Board
        columns={board.columns}
        chosenStage={stage}
        onChosen={(next) => set({ stage: next === 'created' ? null : next })}
        counts={board.counts}
        selected={id}
        onEnd={board.loadMore}
      />
      {board.columns && !board.isPrevious && isBoardEmpty(board.columns) ? (
        <EmptyBoard
          period={period}
          isFiltered={filter.services.length > 0 || shownPerformer !== null || hasExtraFilter(filter)}
          overdue={overdue}
          onPeriod={(next) => set({ period: next })}
        />
      ) : null}
    </>
  );
}

/** The page at `/tasks`; the file is named after its widget in definitions (`task-board`). */
export default function RequestsPage() {
  const translate = useTranslate();
  const address = useAddress();
  const { period, shownPerformer, flat, sort, view, id, set, open, close } = address;
  const filter = useFilter(address);
  const board = useBoard(filter);
  const extraFilterLabel = useExtraFilterLabel(filter, flat, board);
  const save = useMoves(filter);
  const hasFailed = useRequestBoard((state) => state.hasFailed);
  const [editedRequest, setEditedRequest] = useState<TaskCard | null>(null);
  const actions = useActions(board, open, setEditedRequest);
  useLiveBoard(filter);
  useUndoKey(requestBoard);
  const hasNoBuildings = useHasNoBuildings();
  const [searchText, setSearchText] = useStoredSearchText();
  const listState = view === 'list' ? { search: searchText, sort } : { search: '', sort: null };
  const exportActions = useExport(filter, period, listState, () => set({ view: 'list' }));

  if (board.error || hasFailed) return <Failure board={board} hasFailed={hasFailed} />;
  return (
    <BoardContext value={actions}>
      <div className={id === null ? classes.layout : `${classes.layout} ${classes.withPanel}`}>
        <div className={classes.main} aria-busy={board.isFetching}>
          <LastSeenNote queryKey={view === 'list' ? listKey(filter) : boardKey(filter)} />
          <UnreadNote path={TASKS_PATH} />
          <FilterBar
            period={period}
            onPeriod={(next) => set({ period: next === 'today' ? null : next, overdue: null, ...NO_EXTRA_FILTER })}
            filter={filter}
            shownPerformer={shownPerformer}
            onShownPerformer={(next) => set({ performer: next === null ? null : String(next) })}
            extraFilterLabel={extraFilterLabel}
            onClearExtraFilter={() => set(NO_EXTRA_FILTER)}
            onOverdue={(next) => set({ overdue: next ? 'true' : null })}
            onServices={(ids) => set({ services: ids.length ? ids.join(',') : null })}
            view={view}
            onView={(next) => set({ view: next === 'list' ? 'list' : null })}
            onPrint={exportActions.print}
            onCsv={exportActions.csv}
          />
          {hasNoBuildings ? (
            <NoBuildings />
          ) : view === 'list' ? (
            // The list loads its own data and has its own offline state, so the state of the board does not matter here.
            <Suspense>
              <ListView
                filter={filter}
                period={extraFilterLabel ?? translate(`tasks.period.${period}`)}
                selected={id}
                searchText={searchText}
                onSearchText={setSearchText}
                sort={sort}
                onSort={(text) => set({ sort: text })}
                printing={exportActions.printing}
                onPrinted={exportActions.printed}
              />
            </Suspense>
          ) : (
            <Columns address={address} filter={filter} board={board} />
          )}
        </div>
        {id === null ? null : (
          <Suspense>
            <DetailsPanel key={id} id={id} columns={board.columns} onClose={close} />
          </Suspense>
        )}
      </div>
      <Dialogs edited={editedRequest} onSave={save} onClose={() => setEditedRequest(null)} />
    </BoardContext>
  );
}

import '#i18n/complaints-texts.ts';
import '#i18n/tasks-texts.ts';
import { lazy, Suspense, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { companyMoment } from '#console/data/company-clock.ts';
import { useOnline } from '#console/data/http/online.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useAddition } from '#console/data/session/features.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { useUndoKey } from '#console/engine/board/use-undo-key.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { OfflineState } from '#console/engine/list/states.tsx';
import { useKeptWords } from '#console/shell/kept-words.ts';
import { useOpenedSteps } from '#console/shell/opened-steps.ts';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import type { TaskCard, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES, TASKS_PATH } from '#resources/rules/requests/constants.ts';
import { BareBoard, isBare, NoBuildings, useHasNoBuildings } from './board/bare-board.tsx';
import classes from './board/board.module.css';
import { Board } from './board/board.tsx';
import { DataFailure } from './data-failure.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import type { ShownPerformer } from './filters/performer-filter.tsx';
import { readSort } from './list/request-rows.ts';
import { useExport } from './list/use-export.ts';
import type { BoardFilter, TimeSpan } from './model/board-calls.ts';
import { type BoardActions, BoardContext } from './model/board-context.ts';
import { boardKey, listKey, requestAsker } from './model/board-state.ts';
import { dayPeriodStart, readPeriod } from './model/period.ts';
import { addressText } from './model/places.ts';
import { type Plan, planCancellation, requestBoard, useRequestBoard } from './model/request-board.ts';
import { useBoard } from './model/use-board.ts';
import { useLiveBoard } from './model/use-live-board.ts';
import { useMoves } from './model/use-moves.ts';

const PerformerDialog = lazy(() => import('./dialogs/performer-dialog.tsx'));
const EditDialog = lazy(() => import('./dialogs/edit-dialog.tsx'));
const CancelDialog = lazy(() => import('./dialogs/cancel-dialog.tsx'));

/** Sends a question's plan with what its dialog has brought. */
function answerQuestion({ plan }: { plan: Plan }, change: Plan['change'], patch: TaskPatch): void {
  requestBoard.answer({ ...plan, change: { ...plan.change, ...change }, patch: { ...plan.patch, ...patch } });
}

const dismiss = () => requestBoard.dismiss();

/** The dialog that a move waits for (TASK-22, TASK-26), and the form of a request. */
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
  const about = [request.service.name, addressText(request, translate)].filter(Boolean).join(', ');
  return (
    <Suspense>
      {plan.asks === 'performer' ? (
        <PerformerDialog
          about={about}
          building={request.target.building || null}
          service={request.service.id || null}
          current={request.performer?.user ?? null}
          onPerformer={(performer) => answerQuestion(question, { performer }, { performer: performer.user })}
          onClose={dismiss}
        />
      ) : (
        <CancelDialog
          request={request.id}
          about={about}
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

const idIn = (text: string | null): number | null => {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : null;
};

const readShownPerformer = (text: string | null): ShownPerformer =>
  text === 'me' || text === 'none' ? text : idIn(text);

/** A span of an address, `1764000000` or `1764000000-1764040000`: unix seconds. */
function spanIn(text: string | null): TimeSpan | null {
  const [, from, to] = /^(\d{1,11})(?:-(\d{1,11}))?$/.exec(text ?? '') ?? [];
  return from ? { from: Number(from), to: to ? Number(to) : null } : null;
}

/** Parameters that narrow requests to a shift; any other choice of period removes them from the address. */
const NARROWED = { unit: null, flat: null, person: null, status: null, came: null, done: null } as const;

/**
 * Parameters of the board in the address: `period`, `services`, `performer`, `overdue`, `view`, `sort`, `stage`, `id`; where the shift page
 * has led here `status`, `came`, `done`.
 */
function useAddress() {
  const [params, setParams] = useSearchParams();
  const { onward, back } = useOpenedSteps(params.has('id'));
  const hasPerformers = useAddition('performers');
  const hasShift = useAddition('shift');
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
    unit: hasPerformers ? idIn(params.get('unit')) : null,
    flat: params.get('flat') ?? '',
    person: hasPerformers ? idIn(params.get('person')) : null,
    status: TASK_STAGES.find((stage) => stage === status),
    came: useMemo(() => spanIn(cameSpan ?? null), [cameSpan]),
    done: useMemo(() => spanIn(doneSpan ?? null), [doneSpan]),
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

/** The filter of the board; the same object until something of it changes. Its span begins anew with every day of the company. */
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

/** Name of the person whose requests are shown, once a request is loaded: the address has only the id. */
function askerName(person: number, { columns }: ShownBoard): string | null {
  const all = columns ? TASK_STAGES.flatMap((stage) => columns[stage].cards) : [];
  const asker = all.map(requestAsker).find(({ user }) => user === person);
  return asker ? `${asker.last_name} ${asker.first_name}` : null;
}

/** Label of the filter set by a link from another page; null if there is none. */
function useNarrowing(
  { unit, person, stage, came: cameSpan, done: doneSpan }: BoardFilter,
  flat: string,
  board: ShownBoard,
): string | null {
  const translate = useTranslate();
  if (person !== undefined) {
    const label = askerName(person, board);
    return label ? translate('tasks.unit.one', { label }) : translate('tasks.unit.somebody');
  }
  if (unit !== undefined) return flat ? translate('tasks.unit.one', { label: flat }) : translate('tasks.unit.some');
  if (stage !== undefined) return translate(`tasks.only.${stage}`);
  const span = cameSpan ?? doneSpan;
  if (!span) return null;
  const [from, to] = [span.from, span.to].map((at) => (at === null ? '' : companyMoment(at * 1000)));
  return translate(`tasks.only.${cameSpan ? 'came' : 'ended'}${span.to === null ? 'Since' : 'Between'}`, { from, to });
}

const isNarrowed = ({ unit, person, stage, came, done }: BoardFilter): boolean =>
  [unit, person, stage, came, done].some((one) => one !== undefined);

/** Actions of the cards; the same object in every rendering. */
function useActions(board: ShownBoard, open: BoardActions['open'], edit: (request: TaskCard) => void): BoardActions {
  const translate = useTranslate();
  const isEdited = useAddition('tasks');
  const why = useRefusal('tasks', 'change');
  const latest = useRef(board);
  latest.current = board;
  return useMemo((): BoardActions => {
    const levelRefusal = why ? refusalText(why, translate) : null;
    const notYours = { title: translate('taskRules.notYours') };
    const onBoard = <Args extends unknown[]>(
      act: (columns: NonNullable<typeof board.columns>, ...args: Args) => void,
    ) => {
      return (...args: Args) => {
        const { columns } = latest.current;
        if (columns) act(columns, ...args);
      };
    };
    return {
      open,
      move: onBoard((columns, request, to, where) => requestBoard.move(columns, request, to, where)),
      shift: onBoard((columns, request: TaskCard, by: number) => {
        const index = columns[request.stage].cards.findIndex((other) => other.id === request.id);
        if (index >= 0) requestBoard.move(columns, request, request.stage, index + by);
      }),
      cancel: onBoard((columns, request) => {
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
      edit: isEdited ? edit : null,
      setDeadline: (request, deadline) =>
        requestBoard.begin(request, { move: 'deadline', asks: null, change: { deadline }, patch: { deadline } }),
      commentRefusal: levelRefusal,
      moveRefusal: (request) => levelRefusal ?? (request.may_move === false ? notYours : null),
    };
  }, [open, edit, isEdited, why, translate]);
}

/** «Данные не доехали», or the board did not come. */
function Failure({ board, hasFailed }: { board: ShownBoard; hasFailed: boolean }) {
  const [reloading, setReloading] = useState(false);
  const reload = () => {
    setReloading(true);
    void board.reload().finally(() => {
      requestBoard.clearFailure();
      setReloading(false);
    });
  };
  return <DataFailure isStored={hasFailed} busy={reloading} onReload={reload} />;
}

/** The columns, or a message if there is no network or there are no requests. */
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
  if (!online && (board.former || !board.columns))
    return <OfflineState line="engine.list.offlinePage" onRetry={() => void board.reload()} />;
  return (
    <>
      <Board
        columns={board.columns}
        chosenStage={stage}
        onChosen={(next) => set({ stage: next === 'created' ? null : next })}
        counts={board.counts}
        selected={id}
        onEnd={board.more}
      />
      {board.columns && !board.former && isBare(board.columns) ? (
        <BareBoard
          period={period}
          narrowed={filter.services.length > 0 || shownPerformer !== null || isNarrowed(filter)}
          overdue={overdue}
          onPeriod={(next) => set({ period: next })}
        />
      ) : null}
    </>
  );
}

/** The request board: the body of the page at `/tasks`. Its file has the name of the widget in definitions (`task-board`). */
export default function RequestsPage() {
  const translate = useTranslate();
  const address = useAddress();
  const { period, shownPerformer, flat, sort, view, id, set, open, close } = address;
  const filter = useFilter(address);
  const board = useBoard(filter);
  const narrowedTo = useNarrowing(filter, flat, board);
  const save = useMoves(filter);
  const hasFailed = useRequestBoard((state) => state.hasFailed);
  const [editedRequest, setEditedRequest] = useState<TaskCard | null>(null);
  const actions = useActions(board, open, setEditedRequest);
  useLiveBoard(filter);
  useUndoKey(requestBoard);
  const isBarred = useHasNoBuildings();
  const [searchText, setSearchText] = useKeptWords();
  const shown = view === 'list' ? { search: searchText, sort } : { search: '', sort: null };
  const exported = useExport(filter, period, shown, () => set({ view: 'list' }));

  if (board.error || hasFailed) return <Failure board={board} hasFailed={hasFailed} />;
  return (
    <BoardContext value={actions}>
      <div className={id === null ? classes.layout : `${classes.layout} ${classes.withPanel}`}>
        <div className={classes.main} aria-busy={board.isFetching}>
          <LastSeenNote of={view === 'list' ? listKey(filter) : boardKey(filter)} />
          <UnreadNote path={TASKS_PATH} />
          <FilterBar
            period={period}
            onPeriod={(next) => set({ period: next === 'today' ? null : next, overdue: null, ...NARROWED })}
            filter={filter}
            shownPerformer={shownPerformer}
            onShownPerformer={(next) => set({ performer: next === null ? null : String(next) })}
            narrowedTo={narrowedTo}
            onEverything={() => set(NARROWED)}
            onOverdue={(next) => set({ overdue: next ? 'true' : null })}
            onServices={(ids) => set({ services: ids.length ? ids.join(',') : null })}
            view={view}
            onView={(next) => set({ view: next === 'list' ? 'list' : null })}
            onPrint={exported.print}
            onCsv={exported.csv}
          />
          {isBarred ? (
            <NoBuildings />
          ) : view === 'list' ? (
            // It knows by itself what it has without a network, whatever has come of the board.
            <Suspense>
              <ListView
                filter={filter}
                period={narrowedTo ?? translate(`tasks.period.${period}`)}
                selected={id}
                searchText={searchText}
                onTyped={setSearchText}
                sort={sort}
                onSort={(text) => set({ sort: text })}
                printing={exported.printing}
                onPrinted={exported.printed}
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

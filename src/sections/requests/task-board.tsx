import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { refusalText, useRefusal } from '#console/data/access.ts';
import { useCheckedBuildings } from '#console/data/buildings.ts';
import { useOnline } from '#console/data/online.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { useOpenedSteps } from '#console/shell/opened-steps.ts';
import type { TaskCard } from '#resources/protocol/tasks.ts';
import classes from './board.module.css';
import { Board } from './board.tsx';
import type { BoardFilter } from './board-calls.ts';
import { type BoardActions, BoardContext } from './board-context.ts';
import { DataFailure } from './data-failure.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useUndoKey } from './last-move.ts';
import { type Period, periodOf, sinceOf } from './period.ts';
import { addressText } from './place-text.ts';
import { useBoard } from './use-board.ts';
import { useExport } from './use-export.ts';
import { useLiveBoard } from './use-live-board.ts';
import { type Moves, useMoves } from './use-moves.ts';

const PerformerDialog = lazy(() => import('./performer-dialog.tsx'));
const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));

/** The modal a move waits for (B§4). */
function Questions({ moves }: { moves: Moves }) {
  const translate = useTranslate();
  const { question } = moves;
  if (!question) return null;
  const { task } = question;
  const about = [task.service.name, addressText(task, translate)].filter(Boolean).join(', ');
  return (
    <Suspense>
      {question.asks === 'performer' ? (
        <PerformerDialog
          about={about}
          building={task.target.building || null}
          service={task.service.id || null}
          current={task.performer?.user ?? null}
          onPerformer={moves.choosePerformer}
          onClose={moves.dismiss}
        />
      ) : (
        <CancelDialog task={task.id} about={about} onReason={moves.giveReason} onClose={moves.dismiss} />
      )}
    </Suspense>
  );
}

const DetailsPanel = lazy(() => import('./details/details-panel.tsx'));
const ListView = lazy(() => import('./list-view.tsx'));

/** What the address says of the board: `period`, `services`, `view`, `id`. */
function useAddress() {
  const [params, setParams] = useSearchParams();
  const { onward, back } = useOpenedSteps(params.has('id'));
  const set = useCallback(
    (name: string, value: string | null, options: NavigateOptions = { replace: true }) =>
      setParams((known) => {
        if (value === null) known.delete(name);
        else known.set(name, value);
        return known;
      }, options),
    [setParams],
  );
  const open = useCallback((next: number) => set('id', String(next), onward), [set, onward]);
  const close = useCallback(() => {
    if (!back()) set('id', null);
  }, [set, back]);
  const id = Number(params.get('id'));
  return {
    period: periodOf(params.get('period')),
    services: params.get('services') ?? '',
    view: params.get('view') === 'list' ? ('list' as const) : ('board' as const),
    id: Number.isInteger(id) && id > 0 ? id : null,
    set,
    open,
    close,
  };
}

/** The filter of the board; the same object until something of it changes. Its span begins anew with every day of the company. */
function useFilter(period: Period, listed: string): BoardFilter {
  const [buildings] = useCheckedBuildings();
  const today = useCompanyDay();
  // biome-ignore lint/correctness/useExhaustiveDependencies: spans are counted from now, and a day is over
  return useMemo(() => {
    const services = listed
      .split(',')
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0);
    return { buildings, since: sinceOf(period), services };
  }, [buildings, period, listed, today]);
}

/** The request board (B§2.1): the body of the page at `/tasks`. */
export default function Desk() {
  const translate = useTranslate();
  const { period, services, view, id, set, open, close } = useAddress();
  const filter = useFilter(period, services);
  const board = useBoard(filter);
  const moves = useMoves(filter);
  const online = useOnline();
  useLiveBoard(filter);
  useUndoKey();
  const why = useRefusal('tasks', 'change');
  const [typed, setTyped] = useState('');
  const exported = useExport(filter, period, view === 'list' ? typed : '', () => set('view', 'list'));
  const [reloading, setReloading] = useState(false);
  const latest = useRef({ board, moves });
  latest.current = { board, moves };

  const actions = useMemo((): BoardActions => {
    const levelRefusal = why ? refusalText(why, translate) : null;
    const notYours = { title: translate('taskRules.notYours') };
    const onBoard = <Args extends unknown[]>(
      act: (columns: NonNullable<typeof board.columns>, ...args: Args) => void,
    ) => {
      return (...args: Args) => {
        const { columns } = latest.current.board;
        if (columns) act(columns, ...args);
      };
    };
    return {
      open,
      move: onBoard((columns, task, to, where) => latest.current.moves.move(columns, task, to, where)),
      shift: onBoard((columns, task: TaskCard, by: number) => {
        const index = columns[task.stage].tasks.findIndex((other) => other.id === task.id);
        if (index >= 0) latest.current.moves.move(columns, task, task.stage, index + by);
      }),
      cancel: onBoard((columns, task) => latest.current.moves.cancel(columns, task)),
      changePerformer: (task) => latest.current.moves.changePerformer(task),
      setDeadline: (task, deadline) => latest.current.moves.setDeadline(task, deadline),
      commentRefusal: levelRefusal,
      refusalOf: (task) => levelRefusal ?? (task.may_move === false ? notYours : null),
    };
  }, [open, why, translate]);

  if (board.error || moves.failed) {
    return (
      <DataFailure
        kept={moves.failed}
        busy={reloading}
        onReload={() => {
          setReloading(true);
          void board.reload().finally(() => {
            moves.clear();
            setReloading(false);
          });
        }}
      />
    );
  }
  return (
    <BoardContext value={actions}>
      <div className={id === null ? classes.desk : `${classes.desk} ${classes.withPanel}`}>
        <div className={classes.main} aria-busy={board.isFetching}>
          <FilterBar
            period={period}
            onPeriod={(next) => set('period', next === 'today' ? null : next)}
            buildings={filter.buildings}
            services={filter.services}
            onServices={(ids) => set('services', ids.length ? ids.join(',') : null)}
            view={view}
            onView={(next) => set('view', next === 'list' ? 'list' : null)}
            onPrint={exported.print}
            onCsv={exported.csv}
          />
          {view === 'list' ? (
            // It knows by itself what it has without a network, whatever has come of the board.
            <Suspense>
              <ListView
                filter={filter}
                period={period}
                selected={id}
                typed={typed}
                onTyped={setTyped}
                printing={exported.printing}
                onPrinted={exported.printed}
              />
            </Suspense>
          ) : !online && (board.former || !board.columns) ? (
            <OfflineState line="engine.list.offlinePage" onRetry={() => void board.reload()} />
          ) : (
            <Board columns={board.columns} counts={board.counts} selected={id} onEnd={board.more} onDrop={moves.move} />
          )}
        </div>
        {id === null ? null : (
          <Suspense>
            <DetailsPanel key={id} id={id} columns={board.columns} onClose={close} />
          </Suspense>
        )}
      </div>
      <Questions moves={moves} />
    </BoardContext>
  );
}

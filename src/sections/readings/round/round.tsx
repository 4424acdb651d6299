import { currentDate } from '#resources/clock.ts';
import '#i18n/readings-round-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { reportFailure } from '#console/data/http/failures.ts';
import { onNetworkReturn } from '#console/data/http/online.ts';
import { FailedState } from '#console/engine/list/states.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { monthToDate } from '#console/fields/date/days.ts';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { formatMonth } from '#console/fields/month/month-picker.tsx';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import { VirtualTableRows } from '#console/ui/virtual/virtual-table-rows.tsx';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import { READINGS_KEY } from '../meters/reading-calls.ts';
import { ActiveCell } from './active-cell.ts';
import { CellDrafts } from './cell-drafts.ts';
import { EntranceChoice, useEntrance } from './entrance-choice.tsx';
import { LeaveRound } from './leave-round.tsx';
import { createCellPlaces, createRoundStore } from './new-round.ts';
import { parseCells } from './paste.ts';
import { hasMeter, placeBlock } from './place-block.ts';
import classes from './round.module.css';
import type { CellActions } from './round-cell.tsx';
import type { CellPlace } from './round-cells.ts';
import { RoundRow } from './round-row.tsx';
import { type RoundRows, useRoundRows } from './round-rows.ts';
import { RoundStatus } from './round-status.tsx';
import type { RoundStore } from './round-store.ts';
import { type UnplacedValue, UnplacedValues } from './unplaced-values.tsx';

const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 38;
/** Number of rows rendered above and below those in view. */
const OVERSCAN = 8;
const NO_CELLS: readonly CellPlace[] = [];

interface Props {
  /** Buildings that accept readings today. */
  buildings: readonly number[];
  month: string;
  meters: readonly MeterType[];
}

/** The store of a month's round: resends when the network is back, stores drafts when the page is left. */
function useRoundStore(month: string): RoundStore {
  const queryClient = useQueryClient();
  const { name } = useResource();
  const [drafts] = useState(() => new CellDrafts(month));
  const [store] = useState(() => createRoundStore(drafts));
  const notify = useNotify();
  const notifyEnd = useRef<(saved: number) => void>(() => undefined);
  notifyEnd.current = (saved) => notify('readings.round.ended', { messageArgs: { smart_count: saved } });
  // Failed cells are sent again when the network is back.
  useEffect(() => onNetworkReturn(() => store.retry()), [store]);
  useEffect(() => {
    globalThis.addEventListener('pagehide', drafts.flush);
    return () => {
      globalThis.removeEventListener('pagehide', drafts.flush);
      drafts.flush();
    };
  }, [drafts]);
  useEffect(
    () => () => {
      const refresh = () => {
        void queryClient.invalidateQueries({ queryKey: [name] });
        void queryClient.invalidateQueries({ queryKey: READINGS_KEY });
      };
      refresh();
      const { saved } = store.tally();
      if (saved > 0) notifyEnd.current(saved);
      // Refresh again when the values still being sent are stored.
      void store.whenIdle()?.then(refresh);
    },
    [queryClient, name, store],
  );
  return store;
}

/** Virtualised rows; fetches the flats in and around the view. */
function useVirtualRows(rows: RoundRows, focusedCell: ActiveCell) {
  const count = rows.count ?? 0;
  const scroll = useRef<HTMLDivElement>(null);
  // The active row stays rendered when it is scrolled out of view, so that it still receives what is typed.
  const renderedRows = useCallback(
    (range: Range) => {
      const inView = defaultRangeExtractor(range);
      const { row } = focusedCell;
      if (row === null || row >= range.count || inView.includes(row)) return inView;
      return row < range.startIndex ? [row, ...inView] : [...inView, row];
    },
    [focusedCell],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: renderedRows,
    useFlushSync: false,
  });
  const first = Math.max(0, (virtualizer.range?.startIndex ?? 0) - OVERSCAN);
  const last = Math.min(Math.max(0, count - 1), (virtualizer.range?.endIndex ?? 0) + OVERSCAN);
  const { ensure } = rows;
  useEffect(() => {
    if (count > 0) void ensure(first, last);
  }, [ensure, first, last, count]);

  function scrollToRow(row: number): void {
    const { scrollOffset, scrollRect } = virtualizer;
    const [top, height] = [scrollOffset ?? 0, scrollRect?.height ?? 0];
    // Keeps the row below the sticky header; computed, because measuring would force another layout of the table.
    const minTop = (row + 1) * ROW_HEIGHT + HEAD_HEIGHT - height;
    const target = Math.max(minTop, Math.min(top, row * ROW_HEIGHT));
    if (height > 0 && target !== top) scroll.current?.scrollTo({ top: target });
  }
  const refetch = rows.hasFailed(first, last) ? () => void ensure(first, last) : null;
  return { scroll, virtualizer, scrollToRow, fetchAgain: refetch };
}

/** Activates the first cell with a meter, also after the flats have changed. */
function useFirstCell(rows: RoundRows, meters: readonly MeterType[], focusedCell: ActiveCell): void {
  const { flatsKey } = rows;
  const count = rows.count ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the flats change
  useEffect(() => focusedCell.clear(), [focusedCell, flatsKey]);
  useEffect(() => {
    if (focusedCell.row !== null) return;
    for (let row = 0; row < count; row += 1) {
      const flat = rows.at(row);
      if (!flat) return;
      const column = meters.findIndex((meter) => hasMeter(flat, meter));
      if (column >= 0) return focusedCell.activate(row, column);
    }
  }, [focusedCell, rows, count, meters]);
}

/** Returns the cells of a flat; the same array while the flat and the meters are the same. */
function useCellCache(meters: readonly MeterType[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other meters need other cells
  const places = useMemo(() => new WeakMap<Flat, CellPlace[]>(), [meters]);
  return useCallback(
    (flat: Flat): CellPlace[] => {
      const cells = places.get(flat) ?? createCellPlaces(flat, meters);
      places.set(flat, cells);
      return cells;
    },
    [places, meters],
  );
}

/**
 * Handlers of keys and pasting in the table; always the same object.
 * @param show scrolls to a cell and makes it active
 * @param onUnplaced gets the pasted values without a cell
 */
function useCellActions({
  rows,
  meters,
  store,
  active: focusedCell,
  findCells,
  show,
  onLost: onUnplaced,
}: {
  rows: RoundRows;
  meters: readonly MeterType[];
  store: RoundStore;
  active: ActiveCell;
  findCells: (flat: Flat) => readonly CellPlace[];
  show: (row: number, column: number) => void;
  onLost: (values: readonly UnplacedValue[]) => void;
}): CellActions {
  const translate = useTranslate();
  const count = rows.count ?? 0;
  /** Moves to the next cell with a meter in a direction; does nothing at the edge of the table. */
  function moveToMeter(row: number, column: number, down: number, right: number) {
    let [y, x] = [row + down, column + right];
    while (y >= 0 && y < count && x >= 0 && x < meters.length) {
      const flat = rows.at(y);
      const meter = meters[x];
      if (!flat || (meter && hasMeter(flat, meter))) return show(y, x);
      y += down;
      x += right;
    }
  }
  async function paste(row: number, column: number, text: string) {
    const block = parseCells(text);
    const end = Math.min(count, row + block.length);
    await rows.ensure(row, end - 1);
    const flats = Array.from({ length: end - row }, (_, down) => rows.at(row + down)).filter(
      (flat) => flat !== undefined,
    );
    // All or nothing, because gaps in a pasted column would be hard to find.
    if (flats.length < end - row) return reportFailure(null, translate('readings.round.notPasted'));
    const formatMeter = (meter: MeterType) => translate(meterName(meter, meters));
    const { placed, unplaced } = placeBlock(block, { column, flats, meters, formatMeter });
    for (const { flat, meter, value } of placed) {
      const place = findCells(flat)[meters.indexOf(meter)];
      if (!place) continue;
      store.type(place, value);
      store.leave(place);
    }
    if (unplaced.length > 0) onUnplaced(unplaced);
    show(end - 1, column);
  }
  async function undo() {
    const place = await store.undo();
    if (!place) return;
    let row = 0;
    while (row < count && rows.at(row)?.unit.id !== place.unit) row += 1;
    const column = meters.indexOf(place.meter);
    if (row < count && column >= 0) show(row, column);
  }

  const latest = useRef({ go: moveToMeter, paste, undo });
  latest.current = { go: moveToMeter, paste, undo };
  const [actions] = useState<CellActions>(() => ({
    move: (...step) => latest.current.go(...step),
    focus: (row, column) => focusedCell.activate(row, column),
    block: (...pasted) => void latest.current.paste(...pasted),
    undo: () => void latest.current.undo(),
  }));
  return actions;
}

/**
 * The month's table as a spreadsheet: arrows and Enter move between cells, columns can be pasted from Excel, and each cell is
 * stored separately and shows its state. The rows are virtualised.
 */
export default function Round({ buildings, month, meters }: Props) {
  const translate = useTranslate();
  const entrance = useEntrance(buildings);
  const rows = useRoundRows(buildings, month, entrance);
  const store = useRoundStore(month);
  const [focusedCell] = useState(() => new ActiveCell());
  const [unplacedValues, setUnplacedValues] = useState<readonly UnplacedValue[]>([]);
  const findCells = useCellCache(meters);
  const { scroll, virtualizer, scrollToRow, fetchAgain } = useVirtualRows(rows, focusedCell);
  const show = (row: number, column: number) => {
    scrollToRow(row);
    focusedCell.activate(row, column);
  };
  useFirstCell(rows, meters, focusedCell);
  const onUnplaced = (values: readonly UnplacedValue[]) => setUnplacedValues((before) => [...before, ...values]);
  const actions = useCellActions({ rows, meters, store, active: focusedCell, findCells, show, onLost: onUnplaced });

  if (rows.error && rows.count === null) return <FailedState onRetry={() => void rows.ensure(0, 0)} />;
  const monthName = formatMonth(monthToDate(month) ?? currentDate());
  const hasSeveral = buildings.length > 1;
  return (
    <div className={classes.round}>
      <LeaveRound store={store} />
      <RoundStatus store={store} onLoad={fetchAgain}>
        <EntranceChoice buildings={buildings} />
      </RoundStatus>
      <UnplacedValues values={unplacedValues} onDone={() => setUnplacedValues([])} />
      <div className={classes.scroll} ref={scroll}>
        <table
          className={hasSeveral ? `${classes.table} ${classes.several}` : classes.table}
          style={{ '--meters': meters.length } as CSSProperties}
          aria-label={translate('readings.round.table', { month: monthName })}
          aria-rowcount={(rows.count ?? 0) + 1}
        >
          <Head meters={meters} />
          <VirtualTableRows list={virtualizer} span={meters.length + 1}>
            {(index) => {
              const flat = rows.at(index);
              return (
                <RoundRow
                  index={index}
                  flat={flat}
                  meters={meters}
                  cells={flat ? findCells(flat) : NO_CELLS}
                  hasSeveralBuildings={hasSeveral}
                  store={store}
                  actions={actions}
                  focusedCell={focusedCell}
                />
              );
            }}
          </VirtualTableRows>
        </table>
      </div>
    </div>
  );
}

/** Table header: «Квартира» and the meters. */
function Head({ meters }: { meters: readonly MeterType[] }) {
  const translate = useTranslate();
  return (
    <>
      <colgroup>
        <col className={classes.flats} />
        <col span={meters.length} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={classes.flat}>
            {translate('resources.readings.fields.flat')}
          </th>
          {meters.map((meter) => (
            <th key={meter} scope="col">
              <span className={classes.meter}>
                <MeterIcon meter={meter} size={16} />
                {translate(meterName(meter, meters))}
              </span>
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

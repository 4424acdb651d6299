import { currentDate } from '#resources/clock.ts';
import '#i18n/readings-round-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { reportFailure } from '#console/data/http/failures.ts';
import { onNetwork } from '#console/data/http/online.ts';
import { FailedState } from '#console/engine/list/states.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { monthToDate } from '#console/fields/date/days.ts';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { monthText } from '#console/fields/month/month-picker.tsx';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import { VirtualTableRows } from '#console/ui/virtual/virtual-table-rows.tsx';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import { READINGS_KEY } from '../meters/reading-calls.ts';
import { ActiveCell } from './active-cell.ts';
import { CellDrafts } from './cell-drafts.ts';
import { EntranceChoice, useEntrance } from './entrance-choice.tsx';
import { LeaveRound } from './leave-round.tsx';
import { cellPlaces, newStore } from './new-round.ts';
import { pastedCells } from './paste.ts';
import { collects, placeBlock } from './place-block.ts';
import classes from './round.module.css';
import type { RoundKeys } from './round-cell.tsx';
import type { CellPlace } from './round-cells.ts';
import { RoundRow } from './round-row.tsx';
import { type RoundRows, useRoundRows } from './round-rows.ts';
import { RoundStatus } from './round-status.tsx';
import type { RoundStore } from './round-store.ts';
import { UnplacedValues, type UnplacedValuesNotice } from './unplaced-values.tsx';

const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 38;
/** Rows beyond those in view that are in the page, too. */
const OVERSCAN = 8;
const NONE: readonly CellPlace[] = [];

interface Props {
  /** Those that take readings today. */
  buildings: readonly number[];
  month: string;
  meters: readonly MeterType[];
}

/** The store of a month's round: resends when the network is back, stores drafts when the page is left. */
function useStore(month: string): RoundStore {
  const queryClient = useQueryClient();
  const { name } = useResource();
  const [drafts] = useState(() => new CellDrafts(month));
  const [store] = useState(() => newStore(drafts));
  const notify = useNotify();
  const tellEnd = useRef<(saved: number) => void>(() => undefined);
  tellEnd.current = (saved) => notify('readings.round.ended', { messageArgs: { smart_count: saved } });
  // Cells that failed for want of a network are sent again when it is back.
  useEffect(() => onNetwork(() => store.retry()), [store]);
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
      if (saved > 0) tellEnd.current(saved);
      // Values being sent are in the list once they are stored.
      void store.ended()?.then(refresh);
    },
    [queryClient, name, store],
  );
  return store;
}

/** Which rows are in the page; those in view and around them are fetched. */
function useRowsInPage(rows: RoundRows, active: ActiveCell) {
  const count = rows.count ?? 0;
  const scroll = useRef<HTMLDivElement>(null);
  // The row that is typed in stays in the page wherever one scrolls: what is typed on falls into it.
  const rowsInPage = useCallback(
    (range: Range) => {
      const inView = defaultRangeExtractor(range);
      const { row } = active;
      if (row === null || row >= range.count || inView.includes(row)) return inView;
      return row < range.startIndex ? [row, ...inView] : [...inView, row];
    },
    [active],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: rowsInPage,
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
    // Below the head, which stays; nothing is measured, for that would lay the table out once more.
    const least = (row + 1) * ROW_HEIGHT + HEAD_HEIGHT - height;
    const wanted = Math.max(least, Math.min(top, row * ROW_HEIGHT));
    if (height > 0 && wanted !== top) scroll.current?.scrollTo({ top: wanted });
  }
  const fetchAgain = rows.lacks(first, last) ? () => void ensure(first, last) : null;
  return { scroll, virtualizer, scrollToRow, fetchAgain };
}

/** Begins where the first of the flats has a meter, also when the flats become others. */
function useFirstCell(rows: RoundRows, meters: readonly MeterType[], active: ActiveCell): void {
  const { flatsKey } = rows;
  const count = rows.count ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells of other flats are left when they are asked for
  useEffect(() => active.clear(), [active, flatsKey]);
  useEffect(() => {
    if (active.row !== null) return;
    for (let row = 0; row < count; row += 1) {
      const flat = rows.at(row);
      if (!flat) return;
      const column = meters.findIndex((meter) => collects(flat, meter));
      if (column >= 0) return active.set(row, column);
    }
  }, [active, rows, count, meters]);
}

/** The cells of a flat; the same ones for as long as the flat and the meters are. */
function useCells(meters: readonly MeterType[]) {
  // Other meters are other cells, even as many.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they begin anew with the meters
  const places = useMemo(() => new WeakMap<Flat, CellPlace[]>(), [meters]);
  return useCallback(
    (flat: Flat): CellPlace[] => {
      const made = places.get(flat) ?? cellPlaces(flat, meters);
      places.set(flat, made);
      return made;
    },
    [places, meters],
  );
}

/**
 * Handlers of keys and pasting in the table; the same object for as long as the table is there.
 * @param show leads to a cell
 * @param onLost given the pasted values that there is no cell for
 */
function useKeys({
  rows,
  meters,
  store,
  active,
  rowCells: findCells,
  show,
  onLost,
}: {
  rows: RoundRows;
  meters: readonly MeterType[];
  store: RoundStore;
  active: ActiveCell;
  rowCells: (flat: Flat) => readonly CellPlace[];
  show: (row: number, column: number) => void;
  onLost: (values: readonly UnplacedValuesNotice[]) => void;
}): RoundKeys {
  const translate = useTranslate();
  const count = rows.count ?? 0;
  /** To the next cell in a direction that there is a meter for; nowhere at the edge of the table. */
  function go(row: number, column: number, down: number, right: number) {
    let [y, x] = [row + down, column + right];
    while (y >= 0 && y < count && x >= 0 && x < meters.length) {
      const flat = rows.at(y);
      const meter = meters[x];
      if (!flat || (meter && collects(flat, meter))) return show(y, x);
      y += down;
      x += right;
    }
  }
  async function paste(row: number, column: number, text: string) {
    const block = pastedCells(text);
    const end = Math.min(count, row + block.length);
    await rows.ensure(row, end - 1);
    const flats = Array.from({ length: end - row }, (_, down) => rows.at(row + down)).filter(
      (flat) => flat !== undefined,
    );
    // All of it or nothing: a column with holes would have to be looked for them.
    if (flats.length < end - row) return reportFailure(null, translate('readings.round.notPasted'));
    const named = (meter: MeterType) => translate(meterName(meter, meters));
    const { placed, homeless } = placeBlock(block, { column, flats, meters, named });
    for (const { flat, meter, value } of placed) {
      const place = findCells(flat)[meters.indexOf(meter)];
      if (!place) continue;
      store.type(place, value);
      store.leave(place);
    }
    if (homeless.length > 0) onLost(homeless);
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

  const latest = useRef({ go, paste, undo });
  latest.current = { go, paste, undo };
  const [keys] = useState<RoundKeys>(() => ({
    move: (...step) => latest.current.go(...step),
    focus: (row, column) => active.set(row, column),
    block: (...pasted) => void latest.current.paste(...pasted),
    undo: () => void latest.current.undo(),
  }));
  return keys;
}

/**
 * The month's table filled like a spreadsheet: arrows and Enter lead around, a column from Excel is pasted,
 * every cell is kept by itself and says how it stands. Only the rows in view are in the page.
 */
export default function Round({ buildings, month, meters }: Props) {
  const translate = useTranslate();
  const entrance = useEntrance(buildings);
  const rows = useRoundRows(buildings, month, entrance);
  const store = useStore(month);
  const [active] = useState(() => new ActiveCell());
  const [lostValues, setLostValues] = useState<readonly UnplacedValuesNotice[]>([]);
  const findCells = useCells(meters);
  const { scroll, virtualizer, scrollToRow, fetchAgain } = useRowsInPage(rows, active);
  const show = (row: number, column: number) => {
    scrollToRow(row);
    active.set(row, column);
  };
  useFirstCell(rows, meters, active);
  const onLost = (values: readonly UnplacedValuesNotice[]) => setLostValues((before) => [...before, ...values]);
  const keys = useKeys({ rows, meters, store, active, rowCells: findCells, show, onLost });

  if (rows.error && rows.count === null) return <FailedState onRetry={() => void rows.ensure(0, 0)} />;
  const monthName = monthText(monthToDate(month) ?? currentDate());
  const hasSeveral = buildings.length > 1;
  return (
    <div className={classes.round}>
      <LeaveRound store={store} />
      <RoundStatus store={store} onLoad={fetchAgain}>
        <EntranceChoice buildings={buildings} />
      </RoundStatus>
      <UnplacedValues values={lostValues} onDone={() => setLostValues([])} />
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
                  places={flat ? findCells(flat) : NONE}
                  several={hasSeveral}
                  store={store}
                  keys={keys}
                  active={active}
                />
              );
            }}
          </VirtualTableRows>
        </table>
      </div>
    </div>
  );
}

/** «Квартира» and the meters. */
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

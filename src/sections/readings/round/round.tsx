import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { messageOf, reportFailure } from '#console/data/failures.ts';
import { giveReadings, READINGS_KEY, takeBack } from '#console/data/readings.ts';
import { RequestError } from '#console/data/request-error.ts';
import { FailedState } from '#console/engine/list/states.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { monthToDate } from '#console/fields/date/days.ts';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { monthText } from '#console/fields/month/month-picker.tsx';
import { MeterIcon } from '#console/ui/meter-icon.tsx';
import type { MeterType } from '#resources/meters.ts';
import type { MeterItem } from '#resources/protocol/readings.ts';
import { ActiveCell } from './active-cell.ts';
import { KeptCells } from './kept-cells.ts';
import { pastedCells } from './paste.ts';
import classes from './round.module.css';
import type { RoundKeys } from './round-cell.tsx';
import { collects, RoundRow } from './round-row.tsx';
import { useRoundRows } from './round-rows.ts';
import { RoundStatus } from './round-status.tsx';
import { type CellPlace, RoundStore } from './round-store.ts';

const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 38;
const NONE: readonly CellPlace[] = [];

/** What a failed call says: of a field, of the whole, or that there was no answer. */
function said(error: unknown): string {
  if (!(error instanceof RequestError)) return String(error);
  const { request_id: _id, code: _code, ...rest } = (error.body ?? {}) as Record<string, unknown>;
  const fields = Object.values(rest)
    .flat()
    .filter((part) => typeof part === 'string');
  return messageOf(error.body) ?? (fields.join(', ') || error.message);
}

/** The key that keeps a cell first leads on; the call is made once that is done. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

const newStore = (kept: KeptCells) =>
  new RoundStore(
    {
      give: async (unit, meter, value) => {
        await nextTurn();
        return giveReadings(unit, { [meter]: value });
      },
      takeBack,
      said,
    },
    kept,
  );

/** The place of a meter of a flat, the same object for as long as the flat is. */
function placesOf(flat: MeterItem, meters: readonly MeterType[]): CellPlace[] {
  return meters.map((meter) => {
    const norm = flat.norms?.[meter];
    return {
      unit: flat.unit.id,
      meter,
      given: flat.month_result?.meters[meter] ?? '',
      last: norm?.value ?? null,
      usual: norm?.usual ?? null,
    };
  });
}

/**
 * The month's table filled like a spreadsheet (issue 7): arrows and Enter lead around, a column from Excel is pasted,
 * every cell is kept by itself and says how it stands. Only the rows in view are in the page.
 * @param buildings those that take readings today
 */
export default function Round({
  buildings,
  month,
  meters,
}: {
  buildings: readonly number[];
  month: string;
  meters: readonly MeterType[];
}) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const { name } = useResource();
  const rows = useRoundRows(buildings, month);
  const [kept] = useState(() => new KeptCells(month));
  const [store] = useState(() => newStore(kept));
  const [active] = useState(() => new ActiveCell());
  const scroll = useRef<HTMLDivElement>(null);
  const places = useRef(new WeakMap<MeterItem, CellPlace[]>());
  const count = rows.count ?? 0;

  useEffect(() => {
    globalThis.addEventListener('pagehide', kept.flush);
    return () => {
      globalThis.removeEventListener('pagehide', kept.flush);
      kept.flush();
    };
  }, [kept]);
  useEffect(
    () => () => {
      const refresh = () => {
        void queries.invalidateQueries({ queryKey: [name] });
        void queries.invalidateQueries({ queryKey: READINGS_KEY });
      };
      refresh();
      // What was still under way is in the list, too, once it is kept.
      void store.ended()?.then(refresh);
    },
    [queries, name, store],
  );

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const { ensure } = rows;
  useEffect(() => {
    if (count > 0) void ensure(first, last);
  }, [ensure, first, last, count]);

  const cellsOf = useCallback(
    (flat: MeterItem): CellPlace[] => {
      const known = places.current.get(flat);
      if (known && known.length === meters.length) return known;
      const made = placesOf(flat, meters);
      places.current.set(flat, made);
      return made;
    },
    [meters],
  );
  const show = (row: number, column: number) => {
    const { scrollOffset, scrollRect } = virtualizer;
    const [top, height] = [scrollOffset ?? 0, scrollRect?.height ?? 0];
    // Below the head, which stays; nothing is measured, for that would lay the table out once more.
    const least = (row + 1) * ROW_HEIGHT + HEAD_HEIGHT - height;
    const wanted = Math.max(least, Math.min(top, row * ROW_HEIGHT));
    if (height > 0 && wanted !== top) scroll.current?.scrollTo({ top: wanted });
    active.set(row, column);
  };
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
    const block = pastedCells(text).slice(0, count - row);
    await ensure(row, row + block.length - 1);
    // All of it or nothing: a column with holes would have to be looked for them.
    if (block.some((_, down) => !rows.at(row + down)))
      return reportFailure(null, translate('readings.round.notPasted'));
    for (const [down, line] of block.entries()) {
      const flat = rows.at(row + down);
      if (!flat) continue;
      for (const [right, typed] of line.entries()) {
        const place = cellsOf(flat)[column + right];
        if (!place || typed === '' || !collects(flat, place.meter)) continue;
        store.type(place, typed);
        store.leave(place);
      }
    }
    show(row + block.length - 1, column);
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

  if (rows.error && rows.count === null) return <FailedState onRetry={() => void ensure(0, 0)} />;
  const named = monthText(monthToDate(month) ?? new Date());
  const several = buildings.length > 1;
  return (
    <div className={classes.round}>
      <RoundStatus store={store} />
      <div className={classes.scroll} ref={scroll}>
        <table
          className={several ? `${classes.table} ${classes.several}` : classes.table}
          style={{ '--meters': meters.length } as CSSProperties}
          aria-label={translate('readings.round.table', { month: named })}
          aria-rowcount={count + 1}
        >
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
          <tbody>
            <Gap height={items[0]?.start ?? 0} span={meters.length + 1} />
            {items.map(({ index }) => {
              const flat = rows.at(index);
              return (
                <RoundRow
                  key={index}
                  index={index}
                  flat={flat}
                  meters={meters}
                  places={flat ? cellsOf(flat) : NONE}
                  several={several}
                  store={store}
                  keys={keys}
                  active={active}
                />
              );
            })}
            <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} span={meters.length + 1} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The height of rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td className={classes.gap} style={{ height }} colSpan={span} />
    </tr>
  );
}

import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useTranslate } from 'react-admin';
import { groupedDigits } from '#console/ui/display/odometer.tsx';
import type { ActiveCell } from './active-cell.ts';
import { isBlock } from './paste.ts';
import classes from './round.module.css';
import type { CellPlace } from './round-cells.ts';
import type { RoundStore } from './round-store.ts';

/** Actions that the keys of a cell call; one object for the life of the table. */
export interface RoundKeys {
  /** To the next cell: rows down, columns to the right of it. */
  move(row: number, column: number, down: number, right: number): void;
  /** The cell has the focus. */
  focus(row: number, column: number): void;
  /** A block of cells is pasted from here on. */
  block(row: number, column: number, text: string): void;
  /** The last kept cell is taken back, and led to. */
  undo(): void;
}

/** Actions of the keys of a cell while nothing is being typed in it. */
const LEADS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Focuses the box of the active cell: a row that is scrolled back takes the keys up again, unless the focus is elsewhere. */
function useFocusedBox(box: RefObject<HTMLInputElement | null>, focused: boolean): void {
  useEffect(() => {
    const held = document.activeElement;
    if (!focused || held === box.current) return;
    const free = !held || held === document.body || box.current?.closest('table')?.contains(held);
    if (free) box.current?.focus({ preventScroll: true });
  }, [focused, box]);
}

/** A removed input with unsent text counts as left: browsers fire no blur event for it. */
function useLeaveWithBox(box: RefObject<HTMLInputElement | null>, store: RoundStore, place: CellPlace): void {
  const latest = useRef(place);
  latest.current = place;
  useLayoutEffect(() => {
    const shown = box.current;
    return () => {
      if (shown && shown === document.activeElement && shown.value !== store.cell(latest.current).value)
        store.leave(latest.current);
    };
  }, [store, box]);
}

/**
 * A cell of the round: typed into at once; Enter takes it and goes down, arrows lead around, Esc lets go of what was
 * typed, Ctrl+Z takes the last kept one back. What is being written moves with the caret, as in any box.
 */
export const RoundCell = memo(function RoundCell({
  store,
  keys,
  row,
  column,
  place,
  name,
  active,
}: {
  store: RoundStore;
  keys: RoundKeys;
  row: number;
  column: number;
  place: CellPlace;
  /** «Холодная вода, квартира 12» */
  name: string;
  active: ActiveCell;
}) {
  const translate = useTranslate();
  const box = useRef<HTMLInputElement>(null);
  const cell = useSyncExternalStore(
    useCallback((listener) => store.follow(place, listener), [store, place]),
    () => store.cell(place),
  );
  const focused = useSyncExternalStore(
    useCallback((listener) => active.follow(row, column, listener), [active, row, column]),
    () => active.is(row, column),
  );
  useFocusedBox(box, focused);

  const { state, note } = cell;
  // The input is uncontrolled, so that a keystroke does not re-render.
  useLayoutEffect(() => {
    if (box.current && box.current.value !== cell.text) box.current.value = cell.text;
  }, [cell]);
  const isTouched = () => {
    const { text, value } = store.cell(place);
    return text !== value;
  };
  useLeaveWithBox(box, store, place);
  const id = `cell-${place.unit}-${place.meter}`;

  function lead(event: KeyboardEvent<HTMLInputElement>) {
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (store.commit(place)) keys.move(row, column, event.shiftKey ? -1 : 1, 0);
    } else if (event.key === 'Escape' && (isTouched() || state === 'doubt' || state === 'failed')) {
      event.preventDefault();
      store.revert(place);
    } else if (ctrl && event.code === 'KeyZ' && !isTouched()) {
      event.preventDefault();
      keys.undo();
    } else if (!ctrl && !event.altKey && !event.shiftKey) {
      const [rows, columns] = LEADS[event.key] ?? [0, 0];
      if (rows === 0 && columns === 0) return;
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const all = selectionStart === 0 && selectionEnd === value.length;
      const atEdge = columns < 0 ? selectionEnd === 0 : selectionStart === value.length;
      // While typing, arrows move the caret.
      if (columns !== 0 && !all && !atEdge) return;
      event.preventDefault();
      store.leave(place);
      keys.move(row, column, rows, columns);
    }
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    if (!isBlock(pasted)) return;
    event.preventDefault();
    keys.block(row, column, pasted);
  }
  const noteText = note ? translate(note.key, { _: note.key, last: note.last ? groupedDigits(note.last) : '' }) : '';
  return (
    <>
      <input
        ref={box}
        className={classes.box}
        data-state={state}
        inputMode="numeric"
        autoComplete="off"
        aria-label={name}
        aria-invalid={state === 'failed' || undefined}
        aria-describedby={state === 'idle' ? undefined : id}
        title={noteText || undefined}
        defaultValue={cell.text}
        placeholder={place.last === null ? '000\u00a0000' : groupedDigits(place.last)}
        onChange={(event) => store.type(place, event.target.value)}
        onKeyDown={lead}
        onPaste={paste}
        onFocus={(event) => {
          event.currentTarget.select();
          keys.focus(row, column);
        }}
        onBlur={() => {
          if (isTouched()) store.leave(place);
        }}
      />
      <span id={id} className={classes.state} data-state={state}>
        {state === 'idle' ? null : (
          <span className="sr-only">
            {translate(`readings.round.state.${state}`)}. {noteText}
          </span>
        )}
      </span>
      {noteText && focused ? (
        <span className={classes.note} aria-hidden>
          {noteText}
        </span>
      ) : null}
    </>
  );
});

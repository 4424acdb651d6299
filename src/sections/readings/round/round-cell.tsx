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

/** Actions of the table that a cell calls; the object must keep its identity, or memo fails. */
export interface CellActions {
  /** Moves the focus by so many rows down and columns to the right. */
  move(row: number, column: number, down: number, right: number): void;
  /** Called when the cell gets the focus. */
  focus(row: number, column: number): void;
  /** Pastes a block of cells, beginning with this cell. */
  block(row: number, column: number, text: string): void;
  /** Undoes the last stored cell and moves the focus there. */
  undo(): void;
}

/** Rows and columns by which an arrow key moves the focus. */
const ARROW_STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Focuses the input of the active cell, also when its row is scrolled back into view; not if the focus is outside the table. */
function useFocusActiveBox(box: RefObject<HTMLInputElement | null>, isFocused: boolean): void {
  useEffect(() => {
    const focusedElement = document.activeElement;
    if (!isFocused || focusedElement === box.current) return;
    const canTakeFocus =
      !focusedElement || focusedElement === document.body || box.current?.closest('table')?.contains(focusedElement);
    if (canTakeFocus) box.current?.focus({ preventScroll: true });
  }, [isFocused, box]);
}

/** Commits a focused input with unsent text when it is removed, because browsers fire no blur event for it. */
function useCommitOnRemoval(box: RefObject<HTMLInputElement | null>, store: RoundStore, place: CellPlace): void {
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
 * An editable cell of the round: Enter stores the value and moves down, arrows move between cells (or the caret while typing),
 * Esc discards the typed text, Ctrl+Z undoes the last stored cell.
 */
export const RoundCell = memo(function RoundCell({
  store,
  actions,
  row,
  column,
  place,
  name,
  focusedCell,
}: {
  store: RoundStore;
  actions: CellActions;
  row: number;
  column: number;
  place: CellPlace;
  /** «Холодная вода, квартира 12» */
  name: string;
  focusedCell: ActiveCell;
}) {
  const translate = useTranslate();
  const box = useRef<HTMLInputElement>(null);
  const cell = useSyncExternalStore(
    useCallback((listener) => store.subscribe(place, listener), [store, place]),
    () => store.cell(place),
  );
  const isFocused = useSyncExternalStore(
    useCallback((listener) => focusedCell.subscribe(row, column, listener), [focusedCell, row, column]),
    () => focusedCell.isActive(row, column),
  );
  useFocusActiveBox(box, isFocused);

  const { state, note } = cell;
  // The input is uncontrolled, so that a keystroke does not re-render.
  useLayoutEffect(() => {
    if (box.current && box.current.value !== cell.text) box.current.value = cell.text;
  }, [cell]);
  const isDirty = () => {
    const { text, value } = store.cell(place);
    return text !== value;
  };
  useCommitOnRemoval(box, store, place);
  const id = `cell-${place.unit}-${place.meter}`;

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (store.commit(place)) actions.move(row, column, event.shiftKey ? -1 : 1, 0);
    } else if (event.key === 'Escape' && (isDirty() || state === 'doubt' || state === 'failed')) {
      event.preventDefault();
      store.revert(place);
    } else if (ctrl && event.code === 'KeyZ' && !isDirty()) {
      event.preventDefault();
      actions.undo();
    } else if (!ctrl && !event.altKey && !event.shiftKey) {
      const [rows, columns] = ARROW_STEPS[event.key] ?? [0, 0];
      if (rows === 0 && columns === 0) return;
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const isAllSelected = selectionStart === 0 && selectionEnd === value.length;
      const isCaretAtEdge = columns < 0 ? selectionEnd === 0 : selectionStart === value.length;
      // While typing, arrows move the caret.
      if (columns !== 0 && !isAllSelected && !isCaretAtEdge) return;
      event.preventDefault();
      store.leave(place);
      actions.move(row, column, rows, columns);
    }
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    if (!isBlock(pasted)) return;
    event.preventDefault();
    actions.block(row, column, pasted);
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
        onKeyDown={handleKey}
        onPaste={paste}
        onFocus={(event) => {
          event.currentTarget.select();
          actions.focus(row, column);
        }}
        onBlur={() => {
          if (isDirty()) store.leave(place);
        }}
      />
      <span id={id} className={classes.state} data-state={state}>
        {state === 'idle' ? null : (
          <span className="sr-only">
            {translate(`readings.round.state.${state}`)}. {noteText}
          </span>
        )}
      </span>
      {noteText && isFocused ? (
        <span className={classes.note} aria-hidden>
          {noteText}
        </span>
      ) : null}
    </>
  );
});

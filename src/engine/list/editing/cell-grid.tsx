import '#i18n/tables-texts.ts';
import { type KeyboardEvent, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { flushSync } from 'react-dom';
import { RequestError } from '#console/data/http/request-error.ts';
import { announce } from '#console/ui/states/announce.ts';
import { useResource } from '../../resource-context.tsx';
import { TableOrGroups } from '../groups/table-or-groups.tsx';
import { useListChoice } from '../layouts/list-choice.ts';
import type { CellStep, EditedCell } from './cell-editor.tsx';
import classes from './cell-grid.module.css';
import { adjacentEditableCell, allCells, cellForKey, isCell, isEditable } from './grid-steps.ts';
import { OpenCellContext } from './open-cell.ts';
import { type EditedRow, RowEditingContext } from './row-editing.ts';
import { useCellClicks } from './use-cell-clicks.ts';
import { type CellPosition, useCellPositions } from './use-cell-positions.ts';
import { useCellRefusal } from './use-cell-refusal.ts';
import { useLoadEditor } from './use-load-editor.ts';

type FrameRef = { readonly current: HTMLElement | null };

/**
 * Keeps exactly one cell of the grid in the tab order while rows come and go.
 * @returns a function that makes a cell the tab stop
 */
function useRovingTabStop(frameRef: FrameRef): (target: unknown) => void {
  useEffect(() => {
    const grid = frameRef.current;
    if (!grid) return;
    const ensureTabStop = () => {
      const cells = allCells(grid);
      const [first] = cells;
      if (first && cells.every(({ tabIndex }) => tabIndex !== 0)) first.tabIndex = 0;
    };
    ensureTabStop();
    const observer = new MutationObserver(ensureTabStop);
    observer.observe(grid, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [frameRef]);
  return (target) => {
    if (!isCell(target) || !frameRef.current) return;
    for (const cell of allCells(frameRef.current)) cell.tabIndex = cell === target ? 0 : -1;
  };
}

type FindRefusal = ReturnType<typeof useCellRefusal>;

/** Attributes for table rows, and a function that finds the record of a cell. */
function useRowRecords(findRefusal: FindRefusal) {
  const records = useRef(new WeakMap<Element, RaRecord>());
  const getRowProps = useCallback(
    (record: RaRecord): EditedRow => {
      const findFieldRefusal = findRefusal(record);
      return {
        hold: (row) => {
          if (row) records.current.set(row, record);
        },
        cell: (name) => ({
          tabIndex: -1,
          'aria-readonly': findFieldRefusal(name) !== null,
          ...({ 'data-cell': name } as object),
        }),
      };
    },
    [findRefusal],
  );
  const findRecord = useCallback((cell: HTMLElement): RaRecord | undefined => {
    const row = cell.closest('tr');
    return row ? records.current.get(row) : undefined;
  }, []);
  return { getRowProps, findRecord };
}

/** The edited cell and functions to open and close an editor. */
function useEditedCell(
  findRefusal: FindRefusal,
  locate: (cell: HTMLElement) => (CellPosition & { record: RaRecord }) | null,
) {
  const loadEditor = useLoadEditor(useResource());
  const [editedCell, setEditedCell] = useState<EditedCell | null>(null);
  const { setOpen } = useContext(OpenCellContext);
  useLayoutEffect(() => () => setOpen(false), [setOpen]);

  /** Opens the input of a cell, or announces why there is none. */
  async function openEditor(cell: HTMLElement): Promise<void> {
    const position = locate(cell);
    const name = cell.dataset.cell ?? '';
    if (!position) return;
    const refusal = findRefusal(position.record)(name);
    if (refusal !== null) {
      announce(refusal);
      return;
    }
    cell.focus();
    try {
      const parts = await loadEditor(position.record, name);
      const openCell = position.find();
      // Meanwhile another cell may have received the focus, or the row may be gone.
      if (!openCell || document.activeElement !== openCell) return;
      setEditedCell({ ...parts, name, position: { ...position, cell: openCell } });
      setOpen(true);
    } catch (error) {
      // An alert has reported it.
      if (!(error instanceof RequestError)) throw error;
    }
  }

  function close(step: CellStep): void {
    const position = editedCell?.position;
    flushSync(() => {
      setEditedCell(null);
      setOpen(false);
    });
    if (!position) return;
    const cell = position.find();
    (cell ?? position.findFocusFallback())?.focus();
    const next = cell && step !== 0 ? adjacentEditableCell(position.grid, cell, step) : undefined;
    if (next) void openEditor(next);
  }

  return { editedCell, openEditor, close };
}

/**
 * A table as an ARIA grid: arrow keys move between cells; Enter, F2 and double click edit a cell; Space, and Enter on a
 * read-only cell, open the record.
 * Single clicks, buttons and links in a row work as in a table without editing. Loaded lazily.
 */
export default function CellGrid() {
  const sideCard = useListChoice();
  const findRefusal = useCellRefusal(useResource());
  const frameRef = useRef<HTMLDivElement>(null);
  const setTabStop = useRovingTabStop(frameRef);
  const { getRowProps, findRecord } = useRowRecords(findRefusal);
  const { locate, trackFocus } = useCellPositions(frameRef, findRecord);
  const { editedCell, openEditor, close } = useEditedCell(findRefusal, locate);
  const toggleSideCard = (cell: HTMLElement) => {
    const record = findRecord(cell);
    if (record) sideCard?.choose(record);
  };
  const clicks = useCellClicks(toggleSideCard, (cell) => void openEditor(cell));

  function onKeyDown(event: KeyboardEvent): void {
    const { target, key, altKey, metaKey } = event;
    if (!isCell(target) || altKey || metaKey || event.defaultPrevented) return;
    const next = frameRef.current && cellForKey(frameRef.current, target, event);
    if (next) next.focus();
    else if (key === ' ' || (key === 'Enter' && !isEditable(target))) toggleSideCard(target);
    else if (key === 'F2' || key === 'Enter') void openEditor(target);
    else return;
    event.preventDefault();
  }

  return (
    <RowEditingContext value={getRowProps}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles events of the grid cells inside */}
      <div
        ref={frameRef}
        className={classes.frame}
        onFocus={({ target }) => {
          setTabStop(target);
          trackFocus(target);
        }}
        onBlur={() => trackFocus(null)}
        onKeyDown={onKeyDown}
        {...clicks}
      >
        <TableOrGroups />
      </div>
      {editedCell ? <editedCell.Editor {...editedCell} onClose={close} /> : null}
    </RowEditingContext>
  );
}

import '#i18n/tables-texts.ts';
import { type KeyboardEvent, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { flushSync } from 'react-dom';
import { RequestError } from '#console/data/http/request-error.ts';
import { announce } from '#console/ui/states/announce.ts';
import { useResource } from '../../resource-context.tsx';
import { TableOrGroups } from '../groups/table-or-groups.tsx';
import { useListChoice } from '../layouts/list-choice.ts';
import type { EditedCell, Step } from './cell-editor.tsx';
import classes from './cell-grid.module.css';
import { allCells, besides, isCell, isEditable, neighbour } from './grid-steps.ts';
import { OpenCellContext } from './open-cell.ts';
import { type EditedRow, RowEditingContext } from './row-editing.ts';
import { useCellClicks } from './use-cell-clicks.ts';
import { type CellPosition, useCellPositions } from './use-cell-positions.ts';
import { useCellRefusal } from './use-cell-refusal.ts';
import { useLoadEditor } from './use-load-editor.ts';

type Frame = { readonly current: HTMLElement | null };

/** Keeps one cell of the grid reachable by Tab, whatever rows come and go. @returns a function that makes a cell the tab stop */
function useOneTabStop(frame: Frame): (target: unknown) => void {
  useEffect(() => {
    const grid = frame.current;
    if (!grid) return;
    const look = () => {
      const cells = allCells(grid);
      const [first] = cells;
      if (first && cells.every(({ tabIndex }) => tabIndex !== 0)) first.tabIndex = 0;
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(grid, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [frame]);
  return (target) => {
    if (!isCell(target) || !frame.current) return;
    for (const cell of allCells(frame.current)) cell.tabIndex = cell === target ? 0 : -1;
  };
}

type FindRefusal = ReturnType<typeof useCellRefusal>;

/** Attributes of the rows of the table, and a way to the record of a cell. */
function useRowRecords(findRefusal: FindRefusal) {
  const records = useRef(new WeakMap<Element, RaRecord>());
  const editRow = useCallback(
    (record: RaRecord): EditedRow => {
      const refusalIn = findRefusal(record);
      return {
        hold: (row) => {
          if (row) records.current.set(row, record);
        },
        cell: (name) => ({
          tabIndex: -1,
          'aria-readonly': refusalIn(name) !== null,
          ...({ 'data-cell': name } as object),
        }),
      };
    },
    [findRefusal],
  );
  const recordOf = useCallback((cell: HTMLElement): RaRecord | undefined => {
    const row = cell.closest('tr');
    return row ? records.current.get(row) : undefined;
  }, []);
  return { editRow, recordOf };
}

/** The cell that is being edited, how one is opened, and how it is closed. */
function useEditedCell(
  findRefusal: FindRefusal,
  positionOf: (cell: HTMLElement) => (CellPosition & { record: RaRecord }) | null,
) {
  const loadEditor = useLoadEditor(useResource());
  const [editedCell, setEditedCell] = useState<EditedCell | null>(null);
  const { setOpen } = useContext(OpenCellContext);
  useLayoutEffect(() => () => setOpen(false), [setOpen]);

  /** Opens the input of a cell, or says why there is none. */
  async function edit(cell: HTMLElement): Promise<void> {
    const position = positionOf(cell);
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
      // Another cell has the focus by now, or the row is gone.
      if (!openCell || document.activeElement !== openCell) return;
      setEditedCell({ ...parts, name, position: { ...position, cell: openCell } });
      setOpen(true);
    } catch (error) {
      // The alert has told of it.
      if (!(error instanceof RequestError)) throw error;
    }
  }

  function close(step: Step): void {
    const position = editedCell?.position;
    flushSync(() => {
      setEditedCell(null);
      setOpen(false);
    });
    if (!position) return;
    const cell = position.find();
    (cell ?? position.heir())?.focus();
    const next = cell && step !== 0 ? besides(position.grid, cell, step) : undefined;
    if (next) void edit(next);
  }

  return { editedCell, edit, close };
}

/**
 * A table as a grid of cells: arrows go from cell to cell, Enter, F2 and a double click open the input of a field in its cell, Space the
 * record. What a plain click, the buttons and the links of a row do stays. Its own chunk.
 */
export default function CellGrid() {
  const choice = useListChoice();
  const findRefusal = useCellRefusal(useResource());
  const frame = useRef<HTMLDivElement>(null);
  const setTabStop = useOneTabStop(frame);
  const { editRow, recordOf } = useRowRecords(findRefusal);
  const { positionOf, follow } = useCellPositions(frame, recordOf);
  const { editedCell, edit, close } = useEditedCell(findRefusal, positionOf);
  const choose = (cell: HTMLElement) => {
    const record = recordOf(cell);
    if (record) choice?.choose(record);
  };
  const clicks = useCellClicks(choose, (cell) => void edit(cell));

  function onKeyDown(event: KeyboardEvent): void {
    const { target, key, altKey, metaKey } = event;
    if (!isCell(target) || altKey || metaKey || event.defaultPrevented) return;
    const next = frame.current && neighbour(frame.current, target, event);
    if (next) next.focus();
    else if (key === ' ' || (key === 'Enter' && !isEditable(target))) choose(target);
    else if (key === 'F2' || key === 'Enter') void edit(target);
    else return;
    event.preventDefault();
  }

  return (
    <RowEditingContext value={editRow}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the cells that these events are of */}
      <div
        ref={frame}
        className={classes.frame}
        onFocus={({ target }) => {
          setTabStop(target);
          follow(target);
        }}
        onBlur={() => follow(null)}
        onKeyDown={onKeyDown}
        {...clicks}
      >
        <TableOrGroups />
      </div>
      {editedCell ? <editedCell.Editor {...editedCell} onClose={close} /> : null}
    </RowEditingContext>
  );
}

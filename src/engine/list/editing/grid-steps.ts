/** Finds the cell that the focus moves to. Cells are marked by `data-cell`, the name of their field. */

const CELL_SELECTOR = '[data-cell]';

/** The cells of a grid in document order. */
export const allCells = (grid: Element): HTMLElement[] => [...grid.querySelectorAll<HTMLElement>(CELL_SELECTOR)];

/** Whether an element is a cell itself, rather than inside one. */
export const isCell = (target: unknown): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(CELL_SELECTOR);

/** The cell that contains an element. */
export const closestCell = (target: unknown): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(CELL_SELECTOR) : null;

/** Whether the value of a cell can be edited in place. */
export const isEditable = (cell: HTMLElement): boolean => cell.getAttribute('aria-readonly') === 'false';

const isShown = (cell: HTMLElement): boolean => cell.checkVisibility?.() ?? true;

const visibleCells = (row: Element | undefined): HTMLElement[] => (row ? allCells(row).filter(isShown) : []);

/** The next or previous editable cell. */
export function adjacentEditableCell(grid: Element, cell: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const cells = allCells(grid).filter((one) => one === cell || (isEditable(one) && isShown(one)));
  return cells[cells.indexOf(cell) + step];
}

const gridRows = (grid: Element): Element[] =>
  [...grid.querySelectorAll('tr')].filter((row) => row.querySelector(CELL_SELECTOR));

/** Row index of a cell, from 0. */
export const rowIndex = (grid: Element, cell: HTMLElement): number =>
  gridRows(grid).findIndex((row) => row.contains(cell));

/** The cell of a field in a row, or in the last row if there are fewer; the first cell if the field has no column. */
export function cellInRow(grid: Element, row: number, name: string): HTMLElement | undefined {
  const rows = gridRows(grid);
  const cells = visibleCells(rows[Math.min(row, rows.length - 1)]);
  return cells.find(({ dataset }) => dataset.cell === name) ?? cells[0];
}

/** The rows of cells, and the row and column of a cell. */
function locateCell(grid: Element, cell: HTMLElement) {
  const rows = gridRows(grid);
  const row = rowIndex(grid, cell);
  return { rows, row, column: visibleCells(rows[row]).indexOf(cell) };
}

/** The cell that a key moves to; null for other keys. At an edge it is the same cell. */
export function cellForKey(
  grid: Element,
  cell: HTMLElement,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): HTMLElement | null {
  const { rows, row, column } = locateCell(grid, cell);
  const cellAt = (toRow: number, toColumn: number) => visibleCells(rows[toRow]).at(toColumn) ?? cell;
  const last = rows.length - 1;
  const targets: Readonly<Record<string, () => HTMLElement>> = {
    ArrowLeft: () => cellAt(row, Math.max(0, column - 1)),
    ArrowRight: () => cellAt(row, column + 1),
    ArrowUp: () => cellAt(Math.max(0, row - 1), column),
    ArrowDown: () => cellAt(Math.min(last, row + 1), column),
    Home: () => cellAt(ctrlKey ? 0 : row, 0),
    End: () => cellAt(ctrlKey ? last : row, -1),
  };
  return Object.hasOwn(targets, key) ? (targets[key]?.() ?? null) : null;
}

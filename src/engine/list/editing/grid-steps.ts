/** Which cell of a grid the focus goes to from another one. Cells are marked by `data-cell`, the name of their field. */

const CELL = '[data-cell]';

/** The cells of a grid in the order of the page. */
export const allCells = (grid: Element): HTMLElement[] => [...grid.querySelectorAll<HTMLElement>(CELL)];

/** Whether something is a cell itself, not a part of one. */
export const isCell = (target: unknown): target is HTMLElement => target instanceof HTMLElement && target.matches(CELL);

/** The cell that something stands in. */
export const cellIn = (target: unknown): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(CELL) : null;

/** Whether the value of a cell can be changed in it. */
export const isEditable = (cell: HTMLElement): boolean => cell.getAttribute('aria-readonly') === 'false';

const isShown = (cell: HTMLElement): boolean => cell.checkVisibility?.() ?? true;

const cellsOf = (row: Element | undefined): HTMLElement[] => (row ? allCells(row).filter(isShown) : []);

/** The next cell, or the one before, that can be edited. */
export function besides(grid: Element, cell: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const cells = allCells(grid).filter((one) => one === cell || (isEditable(one) && isShown(one)));
  return cells[cells.indexOf(cell) + step];
}

const rowsOf = (grid: Element): Element[] => [...grid.querySelectorAll('tr')].filter((row) => row.querySelector(CELL));

/** Number of the row of a cell, the first being 0. */
export const rowIndex = (grid: Element, cell: HTMLElement): number =>
  rowsOf(grid).findIndex((row) => row.contains(cell));

/** The cell of a field in a row, or in the last row where there are fewer; the first cell where the field has no column. */
export function cellInRow(grid: Element, row: number, name: string): HTMLElement | undefined {
  const rows = rowsOf(grid);
  const cells = cellsOf(rows[Math.min(row, rows.length - 1)]);
  return cells.find(({ dataset }) => dataset.cell === name) ?? cells[0];
}

/** The rows of cells, and where a cell stands among them. */
function locateCell(grid: Element, cell: HTMLElement) {
  const rows = rowsOf(grid);
  const row = rowIndex(grid, cell);
  return { rows, row, column: cellsOf(rows[row]).indexOf(cell) };
}

/** The cell that a key leads to; null for a key that leads nowhere. At an edge the cell stays the same. */
export function neighbour(
  grid: Element,
  cell: HTMLElement,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): HTMLElement | null {
  const { rows, row, column } = locateCell(grid, cell);
  const at = (toRow: number, toColumn: number) => cellsOf(rows[toRow]).at(toColumn) ?? cell;
  const last = rows.length - 1;
  const steps: Readonly<Record<string, () => HTMLElement>> = {
    ArrowLeft: () => at(row, Math.max(0, column - 1)),
    ArrowRight: () => at(row, column + 1),
    ArrowUp: () => at(Math.max(0, row - 1), column),
    ArrowDown: () => at(Math.min(last, row + 1), column),
    Home: () => at(ctrlKey ? 0 : row, 0),
    End: () => at(ctrlKey ? last : row, -1),
  };
  return Object.hasOwn(steps, key) ? (steps[key]?.() ?? null) : null;
}

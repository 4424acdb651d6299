import { createContext, type HTMLAttributes, type RefCallback } from 'react';
import type { RaRecord } from 'react-admin';

/** Attributes of a table row whose cells are edited in place. */
export interface EditedRow {
  hold: RefCallback<HTMLTableRowElement>;
  /** Attributes of a cell. @param name name of its field */
  cell: (name: string) => HTMLAttributes<HTMLTableCellElement>;
}

/** Provided around a table whose cells are edited in place; the table is then an ARIA grid with focusable cells. */
export const RowEditingContext = createContext<((record: RaRecord) => EditedRow) | null>(null);

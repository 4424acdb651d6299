import { createContext, type HTMLAttributes, type RefCallback } from 'react';
import type { RaRecord } from 'react-admin';

/** Attributes of a table row whose cells are edited in place. */
export interface EditedRow {
  hold: RefCallback<HTMLTableRowElement>;
  /** Attributes of a cell. @param name of its field */
  cell: (name: string) => HTMLAttributes<HTMLTableCellElement>;
}

/** Given around a table whose cells are edited in place: the table is a grid then, whose cells take the focus. */
export const RowEditingContext = createContext<((record: RaRecord) => EditedRow) | null>(null);

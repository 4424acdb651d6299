import { createContext, type HTMLAttributes, type RefCallback } from 'react';
import type { RaRecord } from 'react-admin';

/** What the row of a table has while its cells are edited in place. */
export interface EditedRow {
  hold: RefCallback<HTMLTableRowElement>;
  /** What a cell has besides. @param name of its field */
  cell: (name: string) => HTMLAttributes<HTMLTableCellElement>;
}

/** Given around a table whose cells are edited in place: the table is a grid then, whose cells take the focus. */
export const RowEditingContext = createContext<((record: RaRecord) => EditedRow) | null>(null);

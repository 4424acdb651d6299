import { createContext, type ReactNode, useContext } from 'react';
import type { ReasonText } from '#console/ui/reason.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { type Column, columnsOf } from './columns.ts';

/** What the widget around a list (`list.frame`) says of it; all of it may be left out. */
export interface ListFrame {
  /** Columns that are not shown now. */
  hidden?: ReadonlySet<string>;
  /** What stands in the head of a column instead of its label. */
  heads?: Readonly<Record<string, ReactNode>>;
  /** Why nothing can be created now, although the right is there. */
  refusal?: ReasonText | null;
  /** Stands in the header of the page, before the way to the create form. */
  note?: ReactNode;
  /** Stands at the end of the toolbar. */
  tools?: ReactNode;
  /** Stands in the place of the records. */
  instead?: ReactNode;
}

const NOTHING: ListFrame = {};

/** Given by the widget around a list. */
export const ListFrameContext = createContext<ListFrame>(NOTHING);

/** What is said of the list that the caller stands in. */
export function useListFrame(): ListFrame {
  return useContext(ListFrameContext);
}

/** The columns of a table that are shown now. */
export function useColumns(resource: Resource): Column[] {
  const { hidden } = useListFrame();
  return columnsOf(resource).filter(({ name }) => !hidden?.has(name));
}

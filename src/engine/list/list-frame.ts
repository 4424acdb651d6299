import { createContext, type ReactNode, useContext } from 'react';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { shownColumns, useColumnChoice } from './column-choice/column-choice.ts';
import { type Column, everyColumn } from './layouts/columns.ts';

/** Settings by the widget around a list (`list.frame`); each may be left out. */
export interface ListFrame {
  /** Columns that are not shown now. */
  hidden?: ReadonlySet<string>;
  /** Content of the head of a column instead of its label. */
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

/** Settings of the list around the caller. */
export function useListFrame(): ListFrame {
  return useContext(ListFrameContext);
}

/** The columns that a table has now, as they stand before anybody chooses. */
export function useEveryColumn(resource: Resource): Column[] {
  const { hidden } = useListFrame();
  return everyColumn(resource).filter(({ name }) => !hidden?.has(name));
}

/** The columns of a table that are shown now, in the order that the person has chosen. */
export function useColumns(resource: Resource): Column[] {
  const [choice] = useColumnChoice(resource.name);
  return shownColumns(useEveryColumn(resource), choice);
}

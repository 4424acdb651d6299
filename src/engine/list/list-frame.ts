import { createContext, type ReactNode, useContext } from 'react';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { shownColumns, useColumnChoice } from './column-choice/column-choice.ts';
import { availableColumns, type Column } from './layouts/columns.ts';

/** Settings from the widget around a list (`list.frame`). */
export interface ListFrame {
  /** Names of columns that are hidden now. */
  hidden?: ReadonlySet<string>;
  /** Content of a column header instead of its label. */
  heads?: Readonly<Record<string, ReactNode>>;
  /** Why nothing can be created now although the person has the right. */
  refusal?: ReasonText | null;
  /** Rendered in the page header, before the link to the create form. */
  note?: ReactNode;
  /** Rendered at the end of the toolbar. */
  tools?: ReactNode;
  /** Rendered instead of the records. */
  replacement?: ReactNode;
}

const NOTHING: ListFrame = {};

/** Provided by the widget around a list. */
export const ListFrameContext = createContext<ListFrame>(NOTHING);

/** Settings of the surrounding list. */
export function useListFrame(): ListFrame {
  return useContext(ListFrameContext);
}

/** The columns that a table can show now, in their default order. */
export function useAvailableColumns(resource: Resource): Column[] {
  const { hidden } = useListFrame();
  return availableColumns(resource).filter(({ name }) => !hidden?.has(name));
}

/** The visible columns of a table, in the order the person has chosen. */
export function useColumns(resource: Resource): Column[] {
  const [choice] = useColumnChoice(resource.name);
  return shownColumns(useAvailableColumns(resource), choice);
}

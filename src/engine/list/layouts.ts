import { type ComponentType, Fragment, type ReactNode } from 'react';
import type { Resource } from '#resources/language/define-resource.ts';
import { hasEditableTable } from './editing/editing-mode.ts';
import { type RowSource, rowSource } from './row-source.ts';
import type { UseRows } from './rows.ts';

/** Components and hook that render and fetch a list. */
export interface ListParts {
  /** Renders the records of the surrounding list context. */
  Layout: ComponentType;
  useRows: UseRows;
  /** Wraps the records; colours them if the definition has colour rules. */
  Coloured: ComponentType<{ children: ReactNode }>;
}

const LAYOUTS = {
  table: async (resource) => {
    if (hasEditableTable(resource)) return (await import('./editing/editable-table.tsx')).EditableTable;
    return resource.list.group === undefined
      ? (await import('./layouts/table.tsx')).TableLayout
      : (await import('./groups/table-or-groups.tsx')).TableOrGroups;
  },
  cards: async () => (await import('./layouts/cards.tsx')).CardsLayout,
  feed: async () => (await import('./layouts/feed.tsx')).FeedLayout,
  board: async () => (await import('./layouts/board.tsx')).BoardLayout,
  calendar: async () => (await import('./layouts/calendar.tsx')).CalendarLayout,
} as const satisfies Record<Resource['list']['layout'], (resource: Resource) => Promise<ComponentType>>;

const ROW_HOOKS = {
  whole: async () => (await import('./whole-rows.ts')).useWholeRows,
  paged: async ({ list }) =>
    list.group === undefined
      ? (await import('./paged-rows.ts')).usePagedRows
      : (await import('./groups/grouped-rows.ts')).useGroupedRows,
  endless: async () => (await import('./endless-rows.ts')).useEndlessRows,
  board: async () => (await import('./board-rows.ts')).useBoardRows,
  calendar: async () => (await import('./calendar-rows.ts')).useCalendarRows,
} as const satisfies Record<RowSource, (resource: Resource) => Promise<UseRows>>;

/** Loads the layout and rows hook of a definition's list, and no code of other layouts. */
export async function loadListParts(resource: Resource): Promise<ListParts> {
  const [Layout, useRows, colours] = await Promise.all([
    LAYOUTS[resource.list.layout](resource),
    ROW_HOOKS[rowSource(resource)](resource),
    resource.list.colours ? import('./row-colours.tsx') : null,
  ]);
  return { Layout, useRows, Coloured: colours?.RowColours ?? Fragment };
}

import { type ComponentType, Fragment, type ReactNode } from 'react';
import type { Resource } from '#resources/language/define-resource.ts';
import { hasEditableTable } from './editing/editing-mode.ts';
import { type RowSource, rowSource } from './row-source.ts';
import type { UseRows } from './rows.ts';

/** How a list is drawn and fetched. */
export interface ListParts {
  /** Draws the records of the list context that it stands in. */
  Layout: ComponentType;
  useRows: UseRows;
  /** Put around the records; colours them where the definition says so. */
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

const ROWS = {
  whole: async () => (await import('./whole-rows.ts')).useWholeRows,
  paged: async ({ list }) =>
    list.group === undefined
      ? (await import('./paged-rows.ts')).usePagedRows
      : (await import('./groups/grouped-rows.ts')).useGroupedRows,
  endless: async () => (await import('./endless-rows.ts')).useEndlessRows,
  board: async () => (await import('./board-rows.ts')).useBoardRows,
  calendar: async () => (await import('./calendar-rows.ts')).useCalendarRows,
} as const satisfies Record<RowSource, (resource: Resource) => Promise<UseRows>>;

/** Loads what the list of a definition is drawn and fetched by, and nothing of the other layouts. */
export async function loadListParts(resource: Resource): Promise<ListParts> {
  const [Layout, useRows, colours] = await Promise.all([
    LAYOUTS[resource.list.layout](resource),
    ROWS[rowSource(resource)](resource),
    resource.list.colours ? import('./row-colours.tsx') : null,
  ]);
  return { Layout, useRows, Coloured: colours?.RowColours ?? Fragment };
}

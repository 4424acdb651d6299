import type { ComponentType } from 'react';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Rows, UseRows } from './rows.ts';
import { type RowSource, sourceOf } from './source-of.ts';
import type { Choice } from './table.tsx';

/** What a layout is given; `choice` is null when the definition has no side card. */
export interface LayoutProps {
  resource: Resource;
  list: Rows;
  choice: Choice | null;
}

/** How a list is drawn and fetched. */
export interface ListParts {
  Layout: ComponentType<LayoutProps>;
  useRows: UseRows;
}

const LAYOUTS = {
  table: async () => (await import('./table.tsx')).TableLayout,
  cards: async () => (await import('./cards.tsx')).CardsLayout,
  feed: async () => (await import('./feed.tsx')).FeedLayout,
} as const satisfies Record<Resource['list']['layout'], () => Promise<ComponentType<LayoutProps>>>;

const ROWS = {
  whole: async () => (await import('./whole-rows.ts')).useWholeRows,
  paged: async () => (await import('./paged-rows.ts')).usePagedRows,
  endless: async () => (await import('./endless-rows.ts')).useEndlessRows,
} as const satisfies Record<RowSource, () => Promise<UseRows>>;

/** Loads what the list of a definition is drawn and fetched by, and nothing of the other layouts. */
export async function loadListParts(resource: Resource): Promise<ListParts> {
  const [Layout, useRows] = await Promise.all([LAYOUTS[resource.list.layout](), ROWS[sourceOf(resource)]()]);
  return { Layout, useRows };
}

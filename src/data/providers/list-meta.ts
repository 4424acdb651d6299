import type { GetListParams } from 'react-admin';

/**
 * Additions of ours to a list call: `meta.buildings` are the checked buildings,
 * named by the page so that another choice is another list.
 */
export interface ListMeta {
  buildings?: readonly number[];
  /** A prefetch of the first records: only as many as are asked for, and no alert. */
  glance?: boolean;
  /** In the order that people gave the cards of a board by hand (ours, `boardOrder`). */
  boardOrder?: boolean;
  /** First and last day of what a calendar shows, as its field holds them; null: the records without a date (ours, `calendar`). */
  days?: readonly [first: string, last: string] | null;
}

/** Whether a list call is only a look. */
export const isGlance = ({ meta }: Pick<GetListParams, 'meta'>): boolean =>
  (meta as ListMeta | undefined)?.glance === true;

import type { GetListParams } from 'react-admin';

/**
 * Additional parameters of a list call. `meta.buildings` are the checked buildings, passed by the page, so that another selection
 * has another cache key.
 */
export interface ListMeta {
  buildings?: readonly number[];
  /** Prefetches only the requested number of first records, without an alert. */
  glance?: boolean;
  /** Sorted in the manual order of the cards on a board (`boardOrder`). */
  boardOrder?: boolean;
  /** First and last visible day of a calendar, as its field stores them; null for records without a date (`calendar`). */
  days?: readonly [first: string, last: string] | null;
}

/** Whether a list call is only a prefetch of the first records. */
export const isFirstRecordsPrefetch = ({ meta }: Pick<GetListParams, 'meta'>): boolean =>
  (meta as ListMeta | undefined)?.glance === true;

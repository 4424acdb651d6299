import type { RequestOptions } from './http.ts';
import { RequestError } from './request-error.ts';

/** What the answer of `delete` says besides react-admin's own. */
export interface Deleted {
  /**
   * Nothing was deleted: somebody else was quicker, or the record can no longer be reached by the person. Either way it is to
   * be shown no more, and there is nothing to take back.
   */
  gone: boolean;
}

/** Has a record deleted; one that is gone already counts as deleted (CAM-04), and no alert tells of it. */
export async function deleteOnce(
  send: (report: NonNullable<RequestOptions['report']>) => Promise<unknown>,
): Promise<Deleted> {
  try {
    await send((error) => error.status !== 404);
    return { gone: false };
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    return { gone: true };
  }
}

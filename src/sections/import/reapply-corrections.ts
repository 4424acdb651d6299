import type { CheckedList } from './checked-list.ts';
import type { Progress } from './list-draft.ts';
import type { WorkerClient } from './worker-client.ts';

/**
 * Puts into a list that was checked anew what had been mended of it before. Whether a mended phone is somebody's by now the
 * server says when the row is sent.
 */
export async function reapplyCorrections(
  list: CheckedList,
  errands: WorkerClient,
  mended: Progress['mended'],
): Promise<void> {
  for (const [at, { row }] of [...list.rows].entries()) {
    const cells = mended[row];
    if (!cells) continue;
    list.apply(await errands.run('mend', { at, cells }));
    list.mended = true;
  }
}

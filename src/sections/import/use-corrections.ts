import { useTranslate } from 'react-admin';
import { type OpenCell, useOpenCell } from '#console/engine/import/open-cell.ts';
import { tellFailure, token, WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { announce } from '#console/ui/states/announce.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { ResidentList, ResidentWorker } from './checked-file.ts';
import type { ListKeeper } from './list-draft.ts';
import type { Cells } from './resident-shapes.ts';
import { CELLS, type CellName, codeHint, codesIn } from './words.ts';

const ROW_CELLS = { cells: CELLS, isWrong: (row: ImportRow, cell: CellName) => codesIn(row, cell).length > 0 };

/** Mending rows in place: the open cell, its new value, the next cell. */
export interface Corrections extends OpenCell<CellName> {
  /** Puts cells into the row of the open cell. @param onwards then opens the next cell with an error */
  mend: (cells: Partial<Cells>, onwards: boolean) => Promise<void>;
}

/**
 * A mended row is checked at once; of a sound one the server is asked whether its phone is taken already.
 * @param draft stores the mended rows
 * @param onJump called before the jump to the next error
 */
export function useCorrections(
  list: ResidentList,
  workerClient: () => Promise<ResidentWorker>,
  draft: ListKeeper,
  onJump: () => void,
): Corrections {
  const translate = useTranslate();
  const openCell = useOpenCell(list, ROW_CELLS, onJump);
  const { open, edit, goOn } = openCell;

  async function confirm(at: number, cells: Cells): Promise<void> {
    try {
      const patch = await (await workerClient()).run('confirm', { at, cells, token: token() });
      if (!patch) return;
      list.apply(patch);
      const row = list.rows[at];
      const [code] = row?.errors ?? [];
      if (row && code) announce(translate('import.check.stillWrong', { row: row.row, why: codeHint(code, row, null) }));
    } catch (error) {
      if (!(error instanceof WorkerTaskFailed)) throw error;
      tellFailure(error);
    }
  }

  async function mend(cells: Partial<Cells>, onwards: boolean): Promise<void> {
    const place = open;
    const rowBefore = place ? list.rows[place.at] : undefined;
    if (!place || !rowBefore) return;
    const { label, last_name, first_name, phone_number } = { ...rowBefore, ...cells };
    const patch = await (await workerClient()).run('mend', {
      at: place.at,
      cells: { label, last_name, first_name, phone_number },
    });
    draft.mend(rowBefore.row, { label, last_name, first_name, phone_number });
    list.settled = false;
    list.mended = true;
    list.apply(patch);
    const row = list.rows[place.at];
    if (!row) return;
    const [code] = codesIn(row, place.cell);
    if (code) announce(translate('import.check.stillWrong', { row: row.row, why: codeHint(code, row, null) }));
    else if (!row.errors.length) {
      announce(translate('import.check.moved', { row: row.row }));
      void confirm(place.at, row);
    }
    // A cell that is still wrong stays open where the person asked to go on.
    if (onwards && !code) goOn(place);
    else if (!onwards) edit((now) => (now === place ? null : now));
  }

  return { ...openCell, mend };
}

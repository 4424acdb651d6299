import { useTranslate } from 'react-admin';
import { type OpenCell, useOpenCell } from '#console/engine/import/open-cell.ts';
import { sessionToken, showTaskFailure, WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { announce } from '#console/ui/states/announce.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { CELLS, type CellName, cellCodes, codeHint } from './cell-names.ts';
import type { ResidentList, ResidentWorker } from './checked-file.ts';
import type { ListDraftHandle } from './list-draft.ts';
import type { Cells } from './resident-shapes.ts';

const CELL_RULES = { cells: CELLS, isWrong: (row: ImportRow, cell: CellName) => cellCodes(row, cell).length > 0 };

/** State and functions for correcting cells in place. */
export interface Corrections extends OpenCell<CellName> {
  /** Saves cells of the row whose cell is open. @param onwards whether to open the next cell with an error afterwards */
  mend: (cells: Partial<Cells>, onwards: boolean) => Promise<void>;
}

/**
 * Corrects rows: the worker checks a corrected row at once, and the server then checks whether the phone of a valid row is taken.
 * @param draft stores the corrected rows
 * @param onJump called before the jump to the next error
 */
export function useCorrections(
  list: ResidentList,
  workerClient: () => Promise<ResidentWorker>,
  draft: ListDraftHandle,
  onJump: () => void,
): Corrections {
  const translate = useTranslate();
  const openCell = useOpenCell(list, CELL_RULES, onJump);
  const { open, edit, goOn } = openCell;

  async function confirm(at: number, cells: Cells): Promise<void> {
    try {
      const patch = await (await workerClient()).run('confirm', { at, cells, token: sessionToken() });
      if (!patch) return;
      list.apply(patch);
      const row = list.rows[at];
      const [code] = row?.errors ?? [];
      if (row && code) announce(translate('import.check.stillWrong', { row: row.row, why: codeHint(code, row, null) }));
    } catch (error) {
      if (!(error instanceof WorkerTaskFailed)) throw error;
      showTaskFailure(error);
    }
  }

  async function mend(cells: Partial<Cells>, onwards: boolean): Promise<void> {
    const openPlace = open;
    const rowBefore = openPlace ? list.rows[openPlace.at] : undefined;
    if (!openPlace || !rowBefore) return;
    const { label, last_name, first_name, phone_number } = { ...rowBefore, ...cells };
    const patch = await (await workerClient()).run('mend', {
      at: openPlace.at,
      cells: { label, last_name, first_name, phone_number },
    });
    draft.storeCorrection(rowBefore.row, { label, last_name, first_name, phone_number });
    list.isFullySent = false;
    list.hasCorrections = true;
    list.apply(patch);
    const row = list.rows[openPlace.at];
    if (!row) return;
    const [code] = cellCodes(row, openPlace.cell);
    if (code) announce(translate('import.check.stillWrong', { row: row.row, why: codeHint(code, row, null) }));
    else if (!row.errors.length) {
      announce(translate('import.check.moved', { row: row.row }));
      void confirm(openPlace.at, row);
    }
    // After Enter a cell that is still wrong stays open.
    if (onwards && !code) goOn(openPlace);
    else if (!onwards) edit((now) => (now === openPlace ? null : now));
  }

  return { ...openCell, mend };
}

import { useCallback, useState } from 'react';
import { useTranslate } from 'react-admin';
import { tellFailure, token, WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { announce } from '#console/ui/states/announce.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { ResidentList, ResidentWorker } from './checked-file.ts';
import type { ListKeeper } from './list-draft.ts';
import type { Cells } from './resident-shapes.ts';
import { CELLS, type CellName, codeHint, codesIn } from './words.ts';

/** A cell of the table. */
interface Place {
  /** Place of its row in the list. */
  at: number;
  cell: CellName;
}

/**
 * The next cell with an error: further right in the row, else in the next row that has one, else from the top again.
 * @param wrong places of the rows with errors, in order
 * @returns null when there is none at all
 */
function nextError(rows: readonly ImportRow[], wrong: Uint32Array, from: Place | null): Place | null {
  const firstIn = (at: number, cells: readonly CellName[] = CELLS): Place | null => {
    const row = rows[at];
    const cell = row && cells.find((name) => codesIn(row, name).length > 0);
    return cell ? { at, cell } : null;
  };
  if (from) {
    const further = firstIn(from.at, CELLS.slice(CELLS.indexOf(from.cell) + 1));
    if (further) return further;
  }
  const below = from ? wrong.find((at) => at > from.at) : undefined;
  const at = below ?? wrong[0];
  return at === undefined ? null : firstIn(at);
}

/** Mending rows in place: the open cell, its new value, the next cell. */
export interface Corrections {
  open: Place | null;
  edit: (place: Place | null) => void;
  /** Opens the next cell with an error. */
  goOn: () => void;
  /** Puts cells into the row of the open cell. @param onwards then opens the next cell with an error */
  mend: (cells: Partial<Cells>, onwards: boolean) => Promise<void>;
}

/**
 * A mended row is checked at once; of a sound one the server is asked whether its phone is taken already.
 * @param draft stores the mended rows
 */
export function useCorrections(
  list: ResidentList,
  workerClient: () => Promise<ResidentWorker>,
  draft: ListKeeper,
): Corrections {
  const translate = useTranslate();
  const [open, setOpen] = useState<Place | null>(null);
  const goOn = useCallback(() => setOpen((place) => nextError(list.rows, list.wrong, place)), [list]);

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
    if (onwards && !code) setOpen(nextError(list.rows, list.wrong, place));
    else if (!onwards) setOpen((now) => (now === place ? null : now));
  }

  return { open, edit: setOpen, goOn, mend };
}

import { showListLeft } from '#console/data/list-left.ts';
import type { CheckedFile } from './checked-file.ts';
import type { Errands } from './errand.ts';
import { forgetList as forgetDraft } from './list-draft.ts';

/** A checked list whose page was left, with the worker that knows its rows. */
export interface KeptList {
  checked: CheckedFile;
  errands: Errands;
}

let kept: KeptList | null = null;

/** Keeps a list in memory, so that rows with errors are there to be mended or downloaded when the page is opened again. */
export function keepList(list: KeptList): void {
  const { name, list: rows } = list.checked;
  kept = list;
  showListLeft({ name, correct: rows.correct.length, wrong: rows.wrong.length, forget: forgetList });
}

/** The list that is kept; null when none is. */
export function keptList(): KeptList | null {
  return kept;
}

/** Hands the list over to the page that shows it. */
export function takeKept(): KeptList | null {
  const taken = kept;
  kept = null;
  showListLeft(null);
  return taken;
}

/** Gives the list up, and the worker with it. */
function forgetList(): void {
  takeKept()?.errands.close();
  forgetDraft();
}

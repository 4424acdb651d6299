import { showListLeft } from '#console/data/drafts/list-left.ts';
import type { CheckedFile, ResidentWorker } from './checked-file.ts';
import { forgetList as forgetDraft } from './list-draft.ts';

/** A checked list after its page was left, with the worker that knows its rows. */
export interface UnsentList {
  checked: CheckedFile;
  workerClient: ResidentWorker;
}

let keptList: UnsentList | null = null;

/** Keeps a list in memory, so that rows with errors are there to be mended or downloaded when the page is opened again. */
export function keepList(list: UnsentList): void {
  const { name, list: rows } = list.checked;
  keptList = list;
  showListLeft({ name, correct: rows.correct.length, wrong: rows.wrong.length, forget: forgetList });
}

/** The stored list; null if there is none. */
export function unsentList(): UnsentList | null {
  return keptList;
}

/** Hands the list over to the page that shows it. */
export function takeKept(): UnsentList | null {
  const list = keptList;
  keptList = null;
  showListLeft(null);
  return list;
}

/** Gives the list up, and the worker with it. */
function forgetList(): void {
  takeKept()?.workerClient.close();
  forgetDraft();
}

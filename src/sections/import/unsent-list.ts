import { setUnfinishedList } from '#console/data/drafts/unfinished-list.ts';
import type { CheckedFile, ResidentWorker } from './checked-file.ts';
import { deleteStoredList as forgetDraft } from './list-draft.ts';

/** A checked list kept in memory after its page was left, with the worker that has its rows. */
export interface UnsentList {
  checked: CheckedFile;
  workerClient: ResidentWorker;
}

let unsentList: UnsentList | null = null;

/** Keeps a list in memory until the page is opened again, and shows a notice about it. */
export function keepUnsentList(list: UnsentList): void {
  const { name, list: rows } = list.checked;
  unsentList = list;
  setUnfinishedList({ name, correct: rows.correct.length, wrong: rows.wrong.length, forget: discardUnsentList });
}

/** The kept list; null if there is none. */
export function getUnsentList(): UnsentList | null {
  return unsentList;
}

/** Returns the kept list to the page and stops keeping it. */
export function takeUnsentList(): UnsentList | null {
  const list = unsentList;
  unsentList = null;
  setUnfinishedList(null);
  return list;
}

/** Discards the kept list, its worker and its draft. */
function discardUnsentList(): void {
  takeUnsentList()?.workerClient.close();
  forgetDraft();
}

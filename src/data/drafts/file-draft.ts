import { keepDraftFile, readDraftFile, removeDraftFile } from './draft-files.ts';
import { type Draft, readDraft, removeDraft, writeDraft } from './drafts.ts';

/** The note about a chosen and unused file, and the file itself. */
export type FileDraft<Note> = Note & {
  /** ms since 1970. */
  at: number;
  file: File;
};

/** Links a file to its note: they are not stored in one step, and a note must not be taken for that of another file. */
const itemId = ({ id }: Readonly<Record<string, unknown>>): unknown => id;

/** A file without a note has no id. */
function fileIn(stored: unknown, id: unknown): File | null {
  const kept = stored instanceof File ? { file: stored } : ((stored ?? {}) as Readonly<Record<string, unknown>>);
  return kept.file instanceof File && itemId(kept) === id ? kept.file : null;
}

/**
 * Finds a file that was kept, with its note. Without a note of its own and in time the file is forgotten.
 * @param noteIn what a stored draft says of the file; null when that is nothing of this kind
 */
export async function readFileDraft<Note extends object>(
  key: string,
  noteIn: (draft: Draft) => Note | null,
): Promise<FileDraft<Note> | null> {
  const draft = readDraft(key);
  const note = draft && noteIn(draft);
  if (!note) {
    await removeDraftFile(key);
    return null;
  }
  const file = fileIn(await readDraftFile(key), itemId(draft.values));
  return file && { ...note, at: draft.at, file };
}

/**
 * Keeps a file with its note. Where there is no room for the note, the file is not kept either; where there is none for the
 * file, the one that was there before goes.
 * @param note its `id`, if it has one, is kept with the file: the two are found again only together
 * @returns whether both are kept
 */
export async function keepFileDraft(
  key: string,
  note: Readonly<Record<string, unknown>>,
  file: File,
): Promise<boolean> {
  if (!writeDraft(key, note)) {
    forgetFileDraft(key);
    return false;
  }
  const id = itemId(note);
  if (await keepDraftFile(key, id === undefined ? file : { id, file })) return true;
  const draft = readDraft(key);
  // A file that was chosen meanwhile stays.
  if (!draft || itemId(draft.values) === id) await removeDraftFile(key);
  return false;
}

/** Forgets a file and its note. */
export function forgetFileDraft(key: string): void {
  removeDraft(key);
  void removeDraftFile(key);
}

import { keepDraftFile, readDraftFile, removeDraftFile } from './draft-files.ts';
import { type Draft, readDraft, removeDraft, writeDraft } from './drafts.ts';

/** A selected but unused file with its note (the choices made for it). */
export type FileDraft<Note> = Note & {
  /** ms since 1970. */
  at: number;
  file: File;
};

/** Id that links a file to its note: they are stored separately, and a note must not be combined with another file. */
const itemId = ({ id }: Readonly<Record<string, unknown>>): unknown => id;

/** Returns the stored file if it has this id; a file stored without a note has none. */
function matchingFile(stored: unknown, id: unknown): File | null {
  const entry = stored instanceof File ? { file: stored } : ((stored ?? {}) as Readonly<Record<string, unknown>>);
  return entry.file instanceof File && itemId(entry) === id ? entry.file : null;
}

/**
 * Restores a stored file with its note. Without a valid note the file is removed.
 * @param noteIn reads the note from a stored draft; null if it is something else
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
  const file = matchingFile(await readDraftFile(key), itemId(draft.values));
  return file && { ...note, at: draft.at, file };
}

/**
 * Stores a file with its note. If the note cannot be stored, the file is not stored either; if the file cannot be stored, the
 * previous file is removed.
 * @param note its `id`, if any, is stored with the file, and both are restored only together
 * @returns whether both were stored
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
  // A file that was selected meanwhile stays.
  if (!draft || itemId(draft.values) === id) await removeDraftFile(key);
  return false;
}

/** Removes a file and its note. */
export function forgetFileDraft(key: string): void {
  removeDraft(key);
  void removeDraftFile(key);
}

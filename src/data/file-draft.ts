import { keepDraftFile, readDraftFile, removeDraftFile } from './draft-files.ts';
import { type Draft, readDraft, removeDraft, writeDraft } from './drafts.ts';

/** What was noted of a file that was chosen and not used up, and the file itself. */
export type FileDraft<Note> = Note & {
  /** ms since 1970. */
  at: number;
  file: File;
};

/**
 * Finds a file that was kept, with its note. A file whose note is gone, too old or given up for another draft, is nobody's and
 * is forgotten.
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
  const file = await readDraftFile(key);
  return file && { ...note, at: draft.at, file };
}

/**
 * Keeps a file with its note; where there is no room for the note, the file is not kept either.
 * @returns whether both are kept
 */
export function keepFileDraft(key: string, note: Readonly<Record<string, unknown>>, file: File): Promise<boolean> {
  if (writeDraft(key, note)) return keepDraftFile(key, file);
  forgetFileDraft(key);
  return Promise.resolve(false);
}

/** Forgets a file and its note. */
export function forgetFileDraft(key: string): void {
  removeDraft(key);
  void removeDraftFile(key);
}

/**
 * Files of drafts that are not on the server yet: their bytes, and what was done with them, in the browser's own database,
 * under the key of the draft they belong to (drafts.ts). The draft says when it was made and what was chosen of the file;
 * without a draft the file is forgotten.
 */

const DATABASE = 'draft-files';
const STORE = 'files';

function requestResult<Value>(idbRequest: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    idbRequest.onsuccess = () => resolve(idbRequest.result);
    idbRequest.onerror = () => reject(idbRequest.error ?? new Error('The browser’s database gave no answer'));
  });
}

/** Works with the files in one transaction; null where the browser has no room or no database, or denies it to this page. */
async function inOneStep<Value>(mode: IDBTransactionMode, act: (files: IDBObjectStore) => Promise<Value>) {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    const database = await requestResult(opening);
    try {
      return { value: await act(database.transaction(STORE, mode).objectStore(STORE)) };
    } finally {
      database.close();
    }
  } catch (error) {
    // The form works without a draft, as it does when the local storage is full (drafts.ts).
    if (error instanceof DOMException || error instanceof ReferenceError) return null;
    throw error;
  }
}

const withFiles = <Value>(mode: IDBTransactionMode, act: (files: IDBObjectStore) => IDBRequest<Value>) =>
  inOneStep(mode, (files) => requestResult(act(files)));

/** All keys with a prefix: those of one person's files, or of all files. */
const beginning = (letters: string) => IDBKeyRange.bound(letters, `${letters}\uffff`);

/** Keeps the file of a draft; one that was there before gives way. @returns whether it is kept */
export async function keepDraftFile(key: string, file: object): Promise<boolean> {
  return (await withFiles('readwrite', (files) => files.put(file, key))) !== null;
}

/** The file of a draft; null for none. */
export async function readDraftFile(key: string): Promise<unknown> {
  const found = await withFiles<unknown>('readonly', (files) => files.get(key));
  return found?.value ?? null;
}

/** The key of what was done with the file of a draft; kept apart, since it may be longer than a draft. */
const progressKey = (key: string): string => `${key} progress`;

/** Keeps what was done with the file of a draft. @returns whether it is kept */
export async function keepDraftProgress(key: string, progress: object): Promise<boolean> {
  return (await withFiles('readwrite', (files) => files.put(progress, progressKey(key)))) !== null;
}

/** Progress with the file of a draft; null for none. */
export async function readDraftProgress(key: string): Promise<unknown> {
  const found = await withFiles<unknown>('readonly', (files) => files.get(progressKey(key)));
  return found?.value ?? null;
}

/** Forgets the file of a draft and what was done with it. */
export async function removeDraftFile(key: string): Promise<void> {
  await withFiles('readwrite', (files) => {
    files.delete(key);
    return files.delete(progressKey(key));
  });
}

/** Keeps the file of a draft, and what was done with it, under another key; what is kept there already stays. */
export async function moveDraftFile(key: string, next: string): Promise<void> {
  await inOneStep('readwrite', async (files) => {
    for (const place of [(one: string) => one, progressKey]) {
      const [file, other] = [
        await requestResult<unknown>(files.get(place(key))),
        await requestResult<unknown>(files.get(place(next))),
      ];
      if (file === undefined || other !== undefined) continue;
      await requestResult(files.put(file, place(next)));
      await requestResult(files.delete(place(key)));
    }
  });
}

/**
 * Changes the values whose keys have a prefix, in one transaction: no other tab changes them meanwhile.
 * @param change gives the new value of each; null: it is forgotten, the same: it stays as it is
 * @returns what was changed, as it is now
 */
export async function takeDraftFiles<Value>(prefix: string, change: (kept: Value) => Value | null): Promise<Value[]> {
  const changedValues: Value[] = [];
  await inOneStep('readwrite', (files) => {
    const cursorRequest = files.openCursor(beginning(prefix));
    return new Promise<void>((resolve, reject) => {
      cursorRequest.onerror = () => reject(cursorRequest.error ?? new Error('The browser’s database gave no answer'));
      cursorRequest.onsuccess = () => {
        const cursor = cursorRequest.result;
        if (!cursor) return resolve();
        const next = change(cursor.value);
        if (next === null) cursor.delete();
        else if (next !== cursor.value) {
          cursor.update(next);
          changedValues.push(next);
        }
        cursor.continue();
      };
    });
  });
  return changedValues;
}

/** Forgets every file of drafts whose keys have a prefix: those of a person signing out. */
export async function forgetDraftFiles(prefix: string): Promise<void> {
  await withFiles('readwrite', (files) => files.delete(beginning(prefix)));
}

/**
 * Files of drafts that are not uploaded yet, with the progress of work on them, in IndexedDB under the key of their draft
 * (drafts.ts). The draft stores the time and the choices made for the file; without a draft the file is removed.
 */

const DATABASE = 'draft-files';
const STORE = 'files';

function requestResult<Value>(idbRequest: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    idbRequest.onsuccess = () => resolve(idbRequest.result);
    idbRequest.onerror = () => reject(idbRequest.error ?? new Error('The browser’s database gave no answer'));
  });
}

/** Runs `action` in one transaction; null when the browser has no space or no database, or denies access. */
async function inTransaction<Value>(mode: IDBTransactionMode, action: (files: IDBObjectStore) => Promise<Value>) {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    const database = await requestResult(opening);
    try {
      return { value: await action(database.transaction(STORE, mode).objectStore(STORE)) };
    } finally {
      database.close();
    }
  } catch (error) {
    // The form works without a draft, as when local storage is full (drafts.ts).
    if (error instanceof DOMException || error instanceof ReferenceError) return null;
    throw error;
  }
}

const withFiles = <Value>(mode: IDBTransactionMode, action: (files: IDBObjectStore) => IDBRequest<Value>) =>
  inTransaction(mode, (files) => requestResult(action(files)));

/** Key range of all keys with a prefix, e.g. of one person. */
const prefixRange = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/**
 * Stores the file of a draft, replacing an earlier one.
 * @returns whether it was stored
 */
export async function keepDraftFile(key: string, file: object): Promise<boolean> {
  return (await withFiles('readwrite', (files) => files.put(file, key))) !== null;
}

/** Reads the file of a draft; null if there is none. */
export async function readDraftFile(key: string): Promise<unknown> {
  const result = await withFiles<unknown>('readonly', (files) => files.get(key));
  return result?.value ?? null;
}

/** Key of the progress of a file; stored separately, since it may be larger than a draft. */
const progressKey = (key: string): string => `${key} progress`;

/**
 * Stores the progress of work on the file of a draft.
 * @returns whether it was stored
 */
export async function keepDraftProgress(key: string, progress: object): Promise<boolean> {
  return (await withFiles('readwrite', (files) => files.put(progress, progressKey(key)))) !== null;
}

/** Reads the progress of work on the file of a draft; null if there is none. */
export async function readDraftProgress(key: string): Promise<unknown> {
  const result = await withFiles<unknown>('readonly', (files) => files.get(progressKey(key)));
  return result?.value ?? null;
}

/** Removes the file of a draft and its progress. */
export async function removeDraftFile(key: string): Promise<void> {
  await withFiles('readwrite', (files) => {
    files.delete(key);
    return files.delete(progressKey(key));
  });
}

/** Moves the file of a draft and its progress to another key; existing values there are kept. */
export async function moveDraftFile(key: string, next: string): Promise<void> {
  await inTransaction('readwrite', async (files) => {
    for (const toKey of [(one: string) => one, progressKey]) {
      const [file, existing] = [
        await requestResult<unknown>(files.get(toKey(key))),
        await requestResult<unknown>(files.get(toKey(next))),
      ];
      if (file === undefined || existing !== undefined) continue;
      await requestResult(files.put(file, toKey(next)));
      await requestResult(files.delete(toKey(key)));
    }
  });
}

/**
 * Updates all values whose keys have a prefix, in one transaction, so that no other tab can interfere.
 * @param change returns the new value; null deletes it, the same object leaves it unchanged
 * @returns the changed values
 */
export async function takeDraftFiles<Value>(prefix: string, change: (value: Value) => Value | null): Promise<Value[]> {
  const changedValues: Value[] = [];
  await inTransaction('readwrite', (files) => {
    const cursorRequest = files.openCursor(prefixRange(prefix));
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

/** Removes all files whose keys have a prefix, e.g. those of a person who signs out. */
export async function forgetDraftFiles(prefix: string): Promise<void> {
  await withFiles('readwrite', (files) => files.delete(prefixRange(prefix)));
}

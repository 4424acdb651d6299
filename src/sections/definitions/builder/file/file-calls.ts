import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import {
  decodeExamples,
  decodeStoredFiles,
  decodeStoredProblems,
  decodeStoredSave,
  decodeStoredText,
  decodeStoredVersions,
  type ExampleFile,
  type StoredFiles,
  type StoredText,
  type StoredVersion,
} from '#resources/protocol/definitions/stored-file-answers.ts';
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';

const filePath = (name: string) => `${DEFINITIONS_PATH}files/${encodeURIComponent(`${name}.json`)}/`;

/** Query keys of the files and of the data of one file. */
export const FILES_KEY = ['definitions', 'stored'] as const;
export const fileKey = (name: string) => [...FILES_KEY, name] as const;
export const versionsKey = (name: string) => [...FILES_KEY, name, 'versions'] as const;
export const EXAMPLES_KEY = ['definitions', 'examples'] as const;

export const loadFiles = (signal?: AbortSignal): Promise<StoredFiles> =>
  ask(`${DEFINITIONS_PATH}files/`, decodeStoredFiles, { signal });

export const loadExamples = (signal?: AbortSignal): Promise<ExampleFile[]> =>
  ask(`${DEFINITIONS_PATH}examples/`, decodeExamples, { signal });

export const loadVersions = (name: string, signal?: AbortSignal): Promise<StoredVersion[]> =>
  ask(`${filePath(name)}versions/`, decodeStoredVersions, { signal });

export const loadVersion = (name: string, version: number, signal?: AbortSignal): Promise<StoredText> =>
  ask(`${filePath(name)}versions/${version}/`, decodeStoredText, { signal });

/** The newest version of a file, also of a removed one; null if there has never been one. */
export async function loadLastVersion(name: string, signal?: AbortSignal): Promise<StoredText | null> {
  const options = { signal, report: ({ status }: RequestError) => status !== 404 };
  try {
    const [newest] = await ask(`${filePath(name)}versions/`, decodeStoredVersions, options);
    return newest ? await loadVersion(name, newest.version, signal) : null;
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

/** The file of a section; null if there is none. */
export async function loadFile(name: string, signal?: AbortSignal): Promise<StoredText | null> {
  try {
    return await ask(filePath(name), decodeStoredText, { signal, report: ({ status }) => status !== 404 });
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

/** Result of saving or removing a file. */
export type SaveResult =
  | { outcome: 'written'; version: number; pending: boolean }
  /** The text has problems, one sentence each. */
  | { outcome: 'refused'; problems: readonly string[] }
  /** Another person has saved the file meanwhile. */
  | { outcome: 'outdated'; theirs: StoredText };

const isRefusal = ({ status }: RequestError): boolean => status === 422 || status === 409;

async function toResult(write: () => Promise<SaveResult>): Promise<SaveResult> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof RequestError) || !isRefusal(error)) throw error;
    if (error.status === 409) return { outcome: 'outdated', theirs: decodeStoredText(error.body) };
    return { outcome: 'refused', problems: decodeStoredProblems(error.body) };
  }
}

/**
 * Saves a file.
 * @param version version the text is based on; 0 for a new file
 * @throws RequestError, already shown in an alert
 */
export const saveFile = (name: string, text: string, version: number): Promise<SaveResult> =>
  toResult(async () => {
    const options = {
      method: 'PUT',
      body: { text, version },
      report: (error: RequestError) => !isRefusal(error),
    } as const;
    return { outcome: 'written', ...(await ask(filePath(name), decodeStoredSave, options)) };
  });

/** Removes a file; the section's records stay stored. @throws RequestError, already shown in an alert */
export const removeFile = (name: string, version: number): Promise<SaveResult> =>
  toResult(async () => {
    const options = {
      method: 'DELETE',
      body: { version },
      report: (error: RequestError) => !isRefusal(error),
    } as const;
    return { outcome: 'written', ...(await ask(filePath(name), decodeStoredSave, options)) };
  });

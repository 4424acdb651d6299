import { fileGroup } from '#resources/file-types.ts';
import type { FieldOf } from '#resources/language/define-resource.ts';
import type { FileValue } from '#resources/language/kinds/file-values.ts';
import { BYTES, MS } from '#resources/limits.ts';

/** A file of the form with a key that stays the same while its state changes. */
export interface FormFile extends FileValue {
  key: string;
  /** Error message of the file, from the server or from checks before the upload. */
  why?: string | null;
}

/** The files in a form value; files of a loaded record get their key here. */
export function formFiles(value: unknown): FormFile[] {
  const list = Array.isArray(value) ? (value as (Omit<FormFile, 'key'> & { key?: string })[]) : [];
  return list.map((file) => ({ ...file, key: file.key ?? `stored-${file.id}` }));
}

/** Why a file must not be uploaded, by size or type (ATT-07…09), as the end of a text key; null if it may be. */
export function uploadRefusal(
  file: Pick<File, 'name' | 'size'>,
  only: FieldOf<'files'>['only'],
): 'fileNotPicture' | 'fileWrongType' | 'fileTooLarge' | null {
  const group = fileGroup(file.name);
  if (only === 'images' && group !== 'image') return 'fileNotPicture';
  if (group === null) return 'fileWrongType';
  return file.size > BYTES.attachment ? 'fileTooLarge' : null;
}

/** Whether the server has deleted an upload that no record came to use, as may happen while it is in a draft. */
export function isExpired({ status, uploadedAt }: FileValue, now: number): boolean {
  return uploadedAt !== undefined && now - uploadedAt >= MS.upload && (status === 'done' || status === 'error');
}

/** The list with one file changed; no effect if the file has been removed meanwhile. */
export function changed(files: readonly FormFile[], key: string, patch: Partial<FormFile>): FormFile[] {
  return files.map((file) => (file.key === key ? { ...file, ...patch } : file));
}

/** Text key and parameters of a file size: «86 КБ», «1,8 МБ». */
export function formatSize(bytes: number): { key: string; params: { size: string } } {
  if (bytes < 1_000_000) {
    return { key: 'engine.fields.kilobytes', params: { size: String(Math.max(1, Math.round(bytes / 1000))) } };
  }
  return { key: 'engine.fields.megabytes', params: { size: (bytes / 1_000_000).toFixed(1).replace('.', ',') } };
}

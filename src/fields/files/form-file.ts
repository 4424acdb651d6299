import { fileGroup } from '#resources/file-types.ts';
import type { FieldOf } from '#resources/language/define-resource.ts';
import type { FileValue } from '#resources/language/kinds/file-values.ts';
import { BYTES, MS } from '#resources/limits.ts';

/** A file of the form, with a key that stays the same while its state changes. */
export interface FormFile extends FileValue {
  key: string;
  /** The error of the file, by the server or before it is sent; none without one. */
  why?: string | null;
}

/** Files as the form holds them; those of a loaded record get their key here. */
export function formFiles(value: unknown): FormFile[] {
  const list = Array.isArray(value) ? (value as (Omit<FormFile, 'key'> & { key?: string })[]) : [];
  return list.map((file) => ({ ...file, key: file.key ?? `stored-${file.id}` }));
}

/** Why a file is not uploaded, by its size or type (ATT-07…09): the end of a text key; null when it is. */
export function refusedFor(
  file: Pick<File, 'name' | 'size'>,
  only: FieldOf<'files'>['only'],
): 'fileNotPicture' | 'fileWrongType' | 'fileTooLarge' | null {
  const group = fileGroup(file.name);
  if (only === 'images' && group !== 'image') return 'fileNotPicture';
  if (group === null) return 'fileWrongType';
  return file.size > BYTES.attachment ? 'fileTooLarge' : null;
}

/** Whether an upload that no record came to use has been removed by the server meanwhile: a draft may be older than that. */
export function isExpired({ status, uploadedAt }: FileValue, now: number): boolean {
  return uploadedAt !== undefined && now - uploadedAt >= MS.upload && (status === 'done' || status === 'error');
}

/** The list with one file changed; a file that is gone meanwhile stays gone. */
export function changed(files: readonly FormFile[], key: string, patch: Partial<FormFile>): FormFile[] {
  return files.map((file) => (file.key === key ? { ...file, ...patch } : file));
}

/** Size as it is read: «86 КБ», «1,8 МБ»; a text key with its filling. */
export function sizeText(bytes: number): { key: string; params: { size: string } } {
  if (bytes < 1_000_000) {
    return { key: 'engine.fields.kilobytes', params: { size: String(Math.max(1, Math.round(bytes / 1000))) } };
  }
  return { key: 'engine.fields.megabytes', params: { size: (bytes / 1_000_000).toFixed(1).replace('.', ',') } };
}

/** An attachment as a form holds it (attachments.md). */
export interface FileValue {
  /** Id on the server; absent until the upload is done. */
  id?: number;
  realName: string;
  status: 'preparing' | 'done' | 'removed' | 'error';
  previewUrl?: string | null;
  /** URL of the file; missing if the record has none. */
  url?: string | null;
  /** Bytes, where known. */
  size?: number;
  /** Upload time, ms since 1970; missing for a file that the record already uses. */
  uploadedAt?: number;
}

/** Converts the files of a record to form values. Kept apart from the kind, so that lists do not bundle its validation. */
export function readFiles(wire: unknown): FileValue[] {
  return (Array.isArray(wire) ? (wire as Record<string, unknown>[]) : []).map((item) => {
    const fileOf = (key: string) => (item[key] as { file?: string } | undefined)?.file;
    return {
      id: Number(item.id),
      realName: String(item.name ?? ''),
      status: 'done',
      previewUrl: (item.preview_url as string | undefined) ?? fileOf('medium') ?? null,
      ...(typeof item.size === 'number' ? { size: item.size } : {}),
      url: fileOf('s3_file') ?? fileOf('large') ?? (item.url as string | undefined) ?? null,
    };
  });
}

/** The URL at which a file can be opened, on this or another server; null for an unsafe or empty URL. */
export const getOpenableUrl = ({ url }: Pick<FileValue, 'url'>): string | null =>
  url && /^(https?:\/\/|\/(?!\/))/i.test(url) ? url : null;

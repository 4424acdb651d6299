/** An attachment as a form holds it (attachments.md). */
export interface FileValue {
  /** Id on the server; absent until the upload is done. */
  id?: number;
  realName: string;
  status: 'preparing' | 'done' | 'removed' | 'error';
  previewUrl?: string | null;
  /** Address of the file itself, where the record knows it. */
  url?: string | null;
  /** Bytes, where known. */
  size?: number;
  /** When it was uploaded, ms since 1970; absent for one that its record uses already. */
  uploadedAt?: number;
}

/** The files of a record, as a form holds them. Apart from the kind, so that lists can read them without the rules. */
export function readFiles(wire: unknown): FileValue[] {
  return (Array.isArray(wire) ? (wire as Record<string, unknown>[]) : []).map((item) => {
    const part = (key: string) => (item[key] as { file?: string } | undefined)?.file;
    return {
      id: Number(item.id),
      realName: String(item.name ?? ''),
      status: 'done',
      previewUrl: (item.preview_url as string | undefined) ?? part('medium') ?? null,
      ...(typeof item.size === 'number' ? { size: item.size } : {}),
      url: part('s3_file') ?? part('large') ?? (item.url as string | undefined) ?? null,
    };
  });
}

/** The address at which a file can be opened, of this server or of another one; null for one that leads nowhere. */
export const openableAddress = ({ url }: Pick<FileValue, 'url'>): string | null =>
  url && /^(https?:\/\/|\/(?!\/))/i.test(url) ? url : null;

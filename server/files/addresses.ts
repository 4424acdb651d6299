import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AttachmentItem } from '#resources/protocol/news/attachments.ts';
import type { Reader } from '#server/access/reader.ts';
import type { FileVariant } from '#server/db/tables/system.ts';

/**
 * URLs of files. `<img src>` and links send no authorization header, so the URL itself grants access:
 * `/api/files/<code>/<variant>?by=<session>.<signature>`. The code is unguessable; the signature uses the hash of the session's
 * token, so that a URL works only as long as its session: until log-out, suspension or deletion. It is given only to readers of
 * the record.
 */
export type Variant = FileVariant | 'original';

type Session = Pick<Reader, 'token'>;

function signature(session: Session, code: string, variant: Variant): string {
  return createHmac('sha256', session.token.hash).update(`${code}/${variant}`).digest('base64url');
}

/** The `by` parameter of a file URL for a session. */
export const addressKey = (session: Session, code: string, variant: Variant): string =>
  `${session.token.id}.${signature(session, code, variant)}`;

/** URL of a file for a session. */
export function fileAddress(session: Session, code: string, variant: Variant): string {
  return `/api/files/${code}/${variant}?by=${addressKey(session, code, variant)}`;
}

/** Session id in a `by` parameter (`17.…`); null if it is malformed. */
export function addressSession(by: string): number | null {
  const id = /^([1-9]\d{0,9})\.[A-Za-z0-9_-]{43}$/.exec(by)?.[1];
  return id ? Number(id) : null;
}

/** Whether a signature belongs to this session and file. */
export function isSigned(session: Session, code: string, variant: Variant, by: string): boolean {
  const actual = Buffer.from(by.slice(by.indexOf('.') + 1));
  const expected = Buffer.from(signature(session, code, variant));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** A file as records display it; `variants` are the existing smaller pictures. */
export interface ShownFile {
  id: number;
  code: string;
  name: string;
  size: number;
  mime: string;
  variants: readonly FileVariant[];
}

/** A file for the wire (API-14), with URLs for this session. */
export function shownFile(session: Session, file: ShownFile): AttachmentItem {
  // A TIFF with only a preview is a document of several pages, which browsers cannot display.
  const hasSmaller = file.mime.startsWith('image/') && file.mime !== 'image/tiff' && file.variants.length > 0;
  const address = (variant: FileVariant) => {
    if (file.variants.includes(variant)) return fileAddress(session, file.code, variant);
    // A missing smaller picture is replaced by the original.
    return hasSmaller ? fileAddress(session, file.code, 'original') : null;
  };
  const wrapUrl = (url: string | null) => (url ? { file: url } : null);
  return {
    id: file.id,
    name: file.name,
    size: file.size,
    mime: file.mime,
    preview_url: address('preview'),
    medium: wrapUrl(address('medium')),
    large: wrapUrl(address('large')),
    s3_file: { file: fileAddress(session, file.code, 'original') },
  };
}

type PictureItem = AttachmentItem & {
  medium: NonNullable<AttachmentItem['medium']>;
  large: NonNullable<AttachmentItem['large']>;
};

/** A file with picture URLs; null if it cannot be displayed as a picture and counts as another file. */
function asPicture(item: AttachmentItem): PictureItem | null {
  const { medium, large } = item;
  return item.mime.startsWith('image/') && medium && large ? { ...item, medium, large } : null;
}

/** The files of a record for the wire (attachments.md): pictures and other files, both in the given order. */
export function shownFiles(
  session: Session,
  ids: readonly number[],
  files: ReadonlyMap<number, ShownFile>,
): { image_attachments: PictureItem[]; file_attachments: AttachmentItem[] } {
  const items = ids.flatMap((id) => files.get(id) ?? []).map((file) => shownFile(session, file));
  return {
    image_attachments: items.flatMap((item) => asPicture(item) ?? []),
    file_attachments: items.filter((item) => !asPicture(item)),
  };
}

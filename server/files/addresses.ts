import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AttachmentItem } from '#resources/protocol/news/attachments.ts';
import type { Reader } from '#server/access/reader.ts';
import type { FileVariant } from '#server/db/tables/system.ts';

/**
 * Addresses of files. `<img src>` and a link carry no header, so the address itself is the key:
 * `/api/files/<code>/<variant>?by=<session>.<signature>`. The code is unguessable; the signature is made with the hash
 * of the session's token, so an address works for the session it was given to and dies with it: at log-out, suspension,
 * deletion. It says what may be fetched, not by which person: only readers of the record get it.
 */
export type Variant = FileVariant | 'original';

type Session = Pick<Reader, 'token'>;

function signature(session: Session, code: string, variant: Variant): string {
  return createHmac('sha256', session.token.hash).update(`${code}/${variant}`).digest('base64url');
}

/** `by` of an address for a session. */
export const addressKey = (session: Session, code: string, variant: Variant): string =>
  `${session.token.id}.${signature(session, code, variant)}`;

/** The address of a file for a session. */
export function fileAddress(session: Session, code: string, variant: Variant): string {
  return `/api/files/${code}/${variant}?by=${addressKey(session, code, variant)}`;
}

/** The session an address names, `by=17.…`; null when it is none. */
export function addressSession(by: string): number | null {
  const id = /^([1-9]\d{0,9})\.[A-Za-z0-9_-]{43}$/.exec(by)?.[1];
  return id ? Number(id) : null;
}

/** Whether an address was given to this session for this file. */
export function isSigned(session: Session, code: string, variant: Variant, by: string): boolean {
  const given = Buffer.from(by.slice(by.indexOf('.') + 1));
  const right = Buffer.from(signature(session, code, variant));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** A file as a record shows it; `variants` are the names of its smaller pictures. */
export interface ShownFile {
  id: number;
  code: string;
  name: string;
  size: number;
  mime: string;
  variants: readonly FileVariant[];
}

/** A file as it stands on the wire (API-14), with addresses for this session. */
export function shownFile(session: Session, file: ShownFile): AttachmentItem {
  // A TIFF that has a preview alone is a document of several pages, and nothing that a browser draws.
  const shrunk = file.mime.startsWith('image/') && file.mime !== 'image/tiff' && file.variants.length > 0;
  const address = (variant: FileVariant) => {
    if (file.variants.includes(variant)) return fileAddress(session, file.code, variant);
    // A smaller picture that is missing is the picture itself.
    return shrunk ? fileAddress(session, file.code, 'original') : null;
  };
  const wrapped = (url: string | null) => (url ? { file: url } : null);
  return {
    id: file.id,
    name: file.name,
    size: file.size,
    mime: file.mime,
    preview_url: address('preview'),
    medium: wrapped(address('medium')),
    large: wrapped(address('large')),
    s3_file: { file: fileAddress(session, file.code, 'original') },
  };
}

type Drawn = AttachmentItem & {
  medium: NonNullable<AttachmentItem['medium']>;
  large: NonNullable<AttachmentItem['large']>;
};

/** A file as a picture; null for what cannot be drawn, which is then a file like any other. */
function asPicture(item: AttachmentItem): Drawn | null {
  const { medium, large } = item;
  return item.mime.startsWith('image/') && medium && large ? { ...item, medium, large } : null;
}

/** The files of a record as they stand on the wire (attachments.md): pictures and other files, each in their order. */
export function shownFiles(
  session: Session,
  ids: readonly number[],
  files: ReadonlyMap<number, ShownFile>,
): { image_attachments: Drawn[]; file_attachments: AttachmentItem[] } {
  const items = ids.flatMap((id) => files.get(id) ?? []).map((file) => shownFile(session, file));
  return {
    image_attachments: items.flatMap((item) => asPicture(item) ?? []),
    file_attachments: items.filter((item) => !asPicture(item)),
  };
}

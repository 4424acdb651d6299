import {
  decodeEntries,
  decodeId,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import type { AttachmentItem } from './attachments.ts';

/** Decoders of uploaded files and pictures; they accept every shape the specification allows (API-14, G-68). */

type Picture = Omit<AttachmentItem, 's3_file' | 'medium' | 'large'> & Record<'medium' | 'large', { file: string }>;

const decodeUrl = (value: unknown): string | null => textOrNull(getKey(value, 'file')) ?? textOrNull(value);

/** A file; it can be opened even without a size and a name. */
function decodeFile(wire: WireObject): AttachmentItem | null {
  const id = decodeId(wire);
  const [medium, large] = [decodeUrl(wire.medium), decodeUrl(wire.large)];
  const address = decodeUrl(wire.s3_file) ?? decodeUrl(wire.file) ?? large ?? medium;
  if (id === null || !address) return null;
  return {
    id,
    name: decodeText(wire.name),
    size: decodeNumber(wire.size) ?? 0,
    mime: decodeText(wire.mime),
    preview_url: textOrNull(wire.preview_url),
    medium: medium === null ? null : { file: medium },
    large: large === null ? null : { file: large },
    s3_file: { file: address },
  };
}

function decodePicture(wire: WireObject): Picture | null {
  const file = decodeFile(wire);
  if (!file) return null;
  const { s3_file, medium, large, ...others } = file;
  return { ...others, medium: medium ?? large ?? s3_file, large: large ?? s3_file };
}

/** The pictures and files of a record. */
export const decodeFiles = (wire: WireObject) => ({
  image_attachments: decodeParts(wire.image_attachments, decodePicture),
  file_attachments: decodeParts(wire.file_attachments, decodeFile),
});

/** `POST /api/authorized/attachments/`: the first file of a list, or a single file; null without an id (ATT-02). */
export function decodeUpload(body: unknown): { id: number; preview_url: string | null; url: string | null } | null {
  const wire = unwrapNested(decodeObject(decodeEntries(body)[0] ?? unwrapBody(body)), 'attachment');
  const id = decodeId(wire);
  return id !== null ? { id, preview_url: textOrNull(wire.preview_url), url: decodeUrl(wire.s3_file) } : null;
}

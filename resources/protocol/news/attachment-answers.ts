import {
  decodeEntries,
  decodeId,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  nestedIn,
  textOrNull,
  under,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { AttachmentItem } from './attachments.ts';

/** Uploaded files and pictures as the console has them, read from every shape that the documents leave open (API-14, G-68). */

type Picture = Omit<AttachmentItem, 's3_file' | 'medium' | 'large'> & Record<'medium' | 'large', { file: string }>;

const decodeAddress = (value: unknown): string | null => textOrNull(under(value, 'file')) ?? textOrNull(value);

/** A file; without a size and a name of its own it is still to be opened. */
function decodeFile(wire: WireObject): AttachmentItem | null {
  const id = decodeId(wire);
  const [medium, large] = [decodeAddress(wire.medium), decodeAddress(wire.large)];
  const address = decodeAddress(wire.s3_file) ?? decodeAddress(wire.file) ?? large ?? medium;
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

/** `POST /api/authorized/attachments/`: the first of its list, or the file alone; null for what names no id (ATT-02). */
export function decodeUpload(body: unknown): { id: number; preview_url: string | null; url: string | null } | null {
  const wire = nestedIn(decodeObject(decodeEntries(body)[0] ?? unwrapBody(body)), 'attachment');
  const id = decodeId(wire);
  return id !== null ? { id, preview_url: textOrNull(wire.preview_url), url: decodeAddress(wire.s3_file) } : null;
}

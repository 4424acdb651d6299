import {
  bareOf,
  entriesOf,
  idOf,
  nestedIn,
  numberOf,
  objectOf,
  partsOf,
  textOf,
  textOrNull,
  under,
  type WireObject,
} from '../open-shapes.ts';
import type { AttachmentItem } from './attachments.ts';

/** Uploaded files and pictures as the console has them, read from every shape that the documents leave open (API-14, G-68). */

type Picture = Omit<AttachmentItem, 's3_file' | 'medium' | 'large'> & Record<'medium' | 'large', { file: string }>;

const addressOf = (value: unknown): string | null => textOrNull(under(value, 'file')) ?? textOrNull(value);

/** A file; without a size and a name of its own it is still to be opened. */
function fileOf(wire: WireObject): AttachmentItem | null {
  const id = idOf(wire);
  const [medium, large] = [addressOf(wire.medium), addressOf(wire.large)];
  const address = addressOf(wire.s3_file) ?? addressOf(wire.file) ?? large ?? medium;
  if (id === null || !address) return null;
  return {
    id,
    name: textOf(wire.name),
    size: numberOf(wire.size) ?? 0,
    mime: textOf(wire.mime),
    preview_url: textOrNull(wire.preview_url),
    medium: medium === null ? null : { file: medium },
    large: large === null ? null : { file: large },
    s3_file: { file: address },
  };
}

function pictureOf(wire: WireObject): Picture | null {
  const file = fileOf(wire);
  if (!file) return null;
  const { s3_file, medium, large, ...others } = file;
  return { ...others, medium: medium ?? large ?? s3_file, large: large ?? s3_file };
}

/** The pictures and files of a record. */
export const filesOf = (wire: WireObject) => ({
  image_attachments: partsOf(wire.image_attachments, pictureOf),
  file_attachments: partsOf(wire.file_attachments, fileOf),
});

/** `POST /api/authorized/attachments/`: the first of its list, or the file alone; null for what names no id (ATT-02). */
export function uploadedOf(body: unknown): { id: number; preview_url: string | null } | null {
  const wire = nestedIn(objectOf(entriesOf(body)[0] ?? bareOf(body)), 'attachment');
  const id = idOf(wire);
  return id !== null ? { id, preview_url: textOrNull(wire.preview_url) } : null;
}

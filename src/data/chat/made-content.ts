import { PX } from '#resources/limits.ts';

/** Content of a message with a file that is still being uploaded. */
export interface MadeContent {
  content: { txt: string; fmt: readonly object[]; ent: readonly { tp: string; data: Record<string, unknown> }[] };
  /** Gives the preview's memory back. */
  release: () => void;
}

/** A file, with a line of text below it (A8). */
export function fileContent(file: File, caption: string): MadeContent {
  const data: Record<string, unknown> = {
    mime: file.type || 'application/octet-stream',
    name: file.name,
    size: file.size,
  };
  const content = { txt: caption, fmt: [{ at: -1, len: 0, key: 0 }], ent: [{ tp: 'EX', data }] };
  return { content, release: () => undefined };
}

/** A picture with its size and a thumbnail in it, and a caption below (A8, CHAT-17). */
export async function pictureContent(file: File, caption: string): Promise<MadeContent> {
  const preview = URL.createObjectURL(file);
  const measured = await measure(preview);
  const data: Record<string, unknown> = {
    mime: file.type,
    name: file.name,
    size: file.size,
    width: measured?.width ?? 0,
    height: measured?.height ?? 0,
    ...(measured?.thumbnail ? { val: measured.thumbnail } : {}),
    _preview: preview,
  };
  const image = { tp: 'IM', data };
  const content = caption
    ? {
        txt: `  ${caption}`,
        fmt: [
          { at: 0, len: 1, key: 0 },
          { at: 1, len: 1, tp: 'BR' },
        ],
        ent: [image],
      }
    : { txt: ' ', fmt: [{ at: 0, len: 1, key: 0 }], ent: [image] };
  return { content, release: () => URL.revokeObjectURL(preview) };
}

/** The content with the address of the uploaded file: a new object, so that readers compare it as changed. */
export function withAddress(content: MadeContent['content'], ref: string): MadeContent['content'] {
  return { ...content, ent: content.ent.map(({ tp, data }) => ({ tp, data: { ...data, ref } })) };
}

/** A picture's size, and a square of it as base64 PNG; null when the browser cannot read it. */
async function measure(address: string): Promise<{ width: number; height: number; thumbnail: string } | null> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    // Sent as it is: the other side may know the kind.
    return null;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = document.createElement('canvas');
  canvas.width = PX.chatThumbnail;
  canvas.height = PX.chatThumbnail;
  const edge = Math.min(width, height);
  const context = canvas.getContext('2d');
  if (!context || !edge) return { width, height, thumbnail: '' };
  const [left, top] = [(width - edge) / 2, (height - edge) / 2];
  context.drawImage(image, left, top, edge, edge, 0, 0, PX.chatThumbnail, PX.chatThumbnail);
  return { width, height, thumbnail: canvas.toDataURL('image/png').split(',')[1] ?? '' };
}

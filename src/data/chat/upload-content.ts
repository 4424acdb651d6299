import { PX } from '#resources/limits.ts';

/** Content of a message with a file that is still being uploaded. */
export interface UploadContent {
  content: { txt: string; fmt: readonly object[]; ent: readonly { tp: string; data: Record<string, unknown> }[] };
  /** Releases the memory of the preview. */
  release: () => void;
}

/** A file with a caption below (A8). */
export function fileContent(file: File, caption: string): UploadContent {
  const data: Record<string, unknown> = {
    mime: file.type || 'application/octet-stream',
    name: file.name,
    size: file.size,
  };
  const content = { txt: caption, fmt: [{ at: -1, len: 0, key: 0 }], ent: [{ tp: 'EX', data }] };
  return { content, release: () => undefined };
}

/** A picture with its size, a thumbnail, and a caption below (A8, CHAT-17). */
export async function pictureContent(file: File, caption: string): Promise<UploadContent> {
  const preview = URL.createObjectURL(file);
  const size = await measurePicture(preview);
  const data: Record<string, unknown> = {
    mime: file.type,
    name: file.name,
    size: file.size,
    width: size?.width ?? 0,
    height: size?.height ?? 0,
    ...(size?.thumbnail ? { val: size.thumbnail } : {}),
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

/** The content with the URL of the uploaded file; a new object, so that it counts as changed. */
export function withAddress(content: UploadContent['content'], ref: string): UploadContent['content'] {
  return { ...content, ent: content.ent.map(({ tp, data }) => ({ tp, data: { ...data, ref } })) };
}

/** Size of a picture and a square thumbnail as base64 PNG; null when the browser cannot decode it. */
async function measurePicture(address: string): Promise<{ width: number; height: number; thumbnail: string } | null> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    // Sent without size and thumbnail: the browser of the recipient may support the format.
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

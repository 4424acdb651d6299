import { PX } from '#resources/limits.ts';

/** Crops a picture to its central square, as a data URL of 400x400 (PROF-11). @throws when the browser cannot decode the file */
export async function squarePicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const edge = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = PX.avatarCrop;
  canvas.height = PX.avatarCrop;
  const left = (bitmap.width - edge) / 2;
  const top = (bitmap.height - edge) / 2;
  canvas.getContext('2d')?.drawImage(bitmap, left, top, edge, edge, 0, 0, PX.avatarCrop, PX.avatarCrop);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', 0.9);
}

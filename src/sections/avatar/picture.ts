import { PX } from '#resources/limits.ts';

/** A square of a picture, in pixels of the rotated picture. */
export interface Square {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Loads a file as an image.
 * @returns the image; its `src` is an object URL, which the caller must revoke
 * @throws if the browser cannot read the file
 */
export function openPicture(file: File): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => {
      URL.revokeObjectURL(url);
      reject(new Error('The browser cannot read this picture'));
    };
    image.src = url;
  });
}

/** Size of the bounding box of a rotated picture. */
function rotatedSize({ naturalWidth: width, naturalHeight: height }: HTMLImageElement, radians: number) {
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/**
 * Draws a square of a rotated picture so that it fills a canvas.
 * @param degrees rotation of the picture, clockwise
 */
export function drawSquare(canvas: HTMLCanvasElement, image: HTMLImageElement, square: Square, degrees: number): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Canvas 2D context is not available');
  const radians = (degrees * Math.PI) / 180;
  const box = rotatedSize(image, radians);
  context.setTransform(1, 0, 0, 1, 0, 0);
  // JPEG has no transparency, so transparent pixels become white instead of black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.scale(canvas.width / square.width, canvas.height / square.height);
  context.translate(box.width / 2 - square.x, box.height / 2 - square.y);
  context.rotate(radians);
  context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2);
}

/** The cropped square as a data URL of a 400x400 JPEG (PROF-11, G-64). */
export function avatarData(image: HTMLImageElement, square: Square, degrees: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = PX.avatarCrop;
  canvas.height = PX.avatarCrop;
  drawSquare(canvas, image, square, degrees);
  return canvas.toDataURL('image/jpeg', 0.92);
}

import { PX } from '#resources/limits.ts';

/** A square of a picture, in pixels of the picture after it was turned. */
export interface Square {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Opens a chosen file as a picture.
 * @returns the picture with its address, which is to be revoked
 * @throws when the browser cannot read it
 */
export function openPicture(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => {
      URL.revokeObjectURL(address);
      reject(new Error('The browser cannot read this picture'));
    };
    image.src = address;
  });
}

/** Size of the box that a turned picture fills. */
function turnedSize({ naturalWidth: width, naturalHeight: height }: HTMLImageElement, radians: number) {
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/**
 * Draws a square of a turned picture over a whole canvas.
 * @param degrees by which the picture is turned, clockwise
 */
export function drawSquare(canvas: HTMLCanvasElement, image: HTMLImageElement, square: Square, degrees: number): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas');
  const radians = (degrees * Math.PI) / 180;
  const box = turnedSize(image, radians);
  context.setTransform(1, 0, 0, 1, 0, 0);
  // JPEG knows no transparency: what shows through becomes white instead of black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.scale(canvas.width / square.width, canvas.height / square.height);
  context.translate(box.width / 2 - square.x, box.height / 2 - square.y);
  context.rotate(radians);
  context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2);
}

/** The chosen square as a data URL of a JPEG, 400x400 (PROF-11, G-64). */
export function avatarData(image: HTMLImageElement, square: Square, degrees: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = PX.avatarCrop;
  canvas.height = PX.avatarCrop;
  drawSquare(canvas, image, square, degrees);
  return canvas.toDataURL('image/jpeg', 0.92);
}

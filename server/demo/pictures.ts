import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** A picture drawn from a scene or portrait, in the sizes that the console shows. */
export interface DemoPicture {
  /** Full size: 1280 by 960, or 400 by 400 for a portrait; half of that for a draft. */
  large: DrawnImage;
  /** Half of the full size. */
  medium: DrawnImage;
  /** Width of 160 px, or 80 for a portrait. */
  preview: DrawnImage;
}

/** One size of a picture, a JPEG. */
export interface DrawnImage {
  bytes: Buffer;
  width: number;
  height: number;
}

const SCENE = { unit: 400, width: 1280, ratio: 3 / 4, preview: 160 } as const;
const PORTRAIT = { unit: 40, width: 400, ratio: 1, preview: 80 } as const;

/** Path of a file in the folder of this module. */
export function picturePath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** SVG source of a scene in `scenes/`. @throws when it does not exist */
export function sceneSource(scene: string): Promise<string> {
  return readFile(picturePath(`scenes/${scene}.svg`), 'utf8');
}

/** Draws a scene of `scenes/`. @param draft half the width, four times as fast */
export async function drawScene(scene: string, draft: boolean): Promise<DemoPicture> {
  return draw(Buffer.from(await sceneSource(scene)), SCENE, draft);
}

/** Draws a portrait of `avatars/` by its number; `draft` as in `drawScene`. */
export async function drawPortrait(number: number, draft: boolean): Promise<DemoPicture> {
  return draw(await readFile(picturePath(`avatars/${String(number).padStart(2, '0')}.svg`)), PORTRAIT, draft);
}

/** Format of a drawing: its width in SVG units, width of the picture, height to width, and width of the preview, px. */
type Format = typeof SCENE | typeof PORTRAIT;

async function draw(
  svg: Buffer,
  { unit, width: fullWidth, ratio, preview }: Format,
  draft: boolean,
): Promise<DemoPicture> {
  const width = draft ? fullWidth / 2 : fullWidth;
  // The density renders the SVG at the final size, so that nothing is scaled up.
  const { data, info } = await sharp(svg, { density: (72 * width) / unit })
    .resize(width, width * ratio, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 3 as const };
  const resizeTo = async (targetWidth: number): Promise<DrawnImage> => ({
    bytes: await sharp(data, { raw })
      .resize(targetWidth, targetWidth * ratio)
      .jpeg({ quality: 82 })
      .toBuffer(),
    width: targetWidth,
    height: targetWidth * ratio,
  });
  return { large: await resizeTo(width), medium: await resizeTo(width / 2), preview: await resizeTo(preview) };
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** A picture drawn from one of our scenes, in the sizes the console shows. */
export interface Picture {
  /** The whole picture: 1280 by 960, or 400 by 400 for a portrait. A draft is half as wide. */
  large: Drawn;
  /** Half of it. */
  medium: Drawn;
  /** 160 px wide, or 80 for a portrait. */
  preview: Drawn;
}

/** One size of a picture, JPEG. */
export interface Drawn {
  bytes: Buffer;
  width: number;
  height: number;
}

const SCENE = { unit: 400, width: 1280, ratio: 3 / 4, preview: 160 } as const;
const PORTRAIT = { unit: 40, width: 400, ratio: 1, preview: 80 } as const;

/** Path of a file beside this one. */
export function picturePath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Source of a scene in `scenes/`, SVG text. @throws when there is none of this name */
export function sceneSource(scene: string): Promise<string> {
  return readFile(picturePath(`scenes/${scene}.svg`), 'utf8');
}

/** Draws a scene of `scenes/`. @param draft half as wide, four times as quick */
export async function drawScene(scene: string, draft: boolean): Promise<Picture> {
  return draw(Buffer.from(await sceneSource(scene)), SCENE, draft);
}

/** Draws a portrait of `avatars/` by its number; `draft` as above. */
export async function drawPortrait(number: number, draft: boolean): Promise<Picture> {
  return draw(await readFile(picturePath(`avatars/${String(number).padStart(2, '0')}.svg`)), PORTRAIT, draft);
}

/** A format of drawings: width in their own units, width and height : width of the picture, width of its preview, px. */
type Format = typeof SCENE | typeof PORTRAIT;

async function draw(svg: Buffer, { unit, width: whole, ratio, preview }: Format, draft: boolean): Promise<Picture> {
  const width = draft ? whole / 2 : whole;
  // The density makes the drawing's own pixels those of the picture: nothing is blown up.
  const { data, info } = await sharp(svg, { density: (72 * width) / unit })
    .resize(width, width * ratio, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 3 as const };
  const size = async (wide: number): Promise<Drawn> => ({
    bytes: await sharp(data, { raw })
      .resize(wide, wide * ratio)
      .jpeg({ quality: 82 })
      .toBuffer(),
    width: wide,
    height: wide * ratio,
  });
  return { large: await size(width), medium: await size(width / 2), preview: await size(preview) };
}

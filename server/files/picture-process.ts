import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import { type Ended, WorkProcess } from '#server/work-process.ts';
import type { NoPicture } from './avatars.ts';
import { isHeic, type MakePictures, PictureTooLarge, PictureUnreadable, SenderGone } from './drawn.ts';
import type { PictureAnswer, PictureWork } from './picture-work.ts';

/** Bounds of a process that draws. */
export interface DrawingBounds {
  /** Longest time of one picture, ms. */
  patience: number;
  /** Memory of its heap, MB; pixels lie beside it and have bounds of their own (`decoding.ts`). */
  memory: number;
}

const BOUNDS: DrawingBounds = { patience: 30_000, memory: 256 };

/** Draws what people upload. */
export interface PictureDrawing {
  makePictures: MakePictures;
  /** @returns WebP, or why there is none */
  drawAvatar(bytes: Buffer): Promise<Buffer | NoPicture>;
}

/** A process that draws. */
export type DrawingProcess = Pick<WorkProcess<PictureWork, PictureAnswer>, 'ask' | 'rest' | 'end'>;

const ofOurs = ({ memory }: DrawingBounds): DrawingProcess =>
  new WorkProcess({ module: new URL('./picture-work.ts', import.meta.url), memory });

/** Asks a process for one picture at a time. @param waiting so many others wait */
function drawer(process: DrawingProcess, patience: number, waiting: number) {
  const oneAtATime = createConcurrencyLimit(1, waiting);
  return (work: () => PictureWork): Promise<PictureAnswer> =>
    oneAtATime(async () => {
      const pictureWork = work();
      const timer = setTimeout(() => process.end(), patience);
      try {
        return settled(await process.ask(pictureWork));
      } finally {
        clearTimeout(timer);
        process.rest();
      }
    });
}

/** A decoder that ends its process, or never ends, has read nothing. @throws for a mistake of ours */
function settled(answer: PictureAnswer | Ended): PictureAnswer {
  if (answer.kind === 'failed') throw new Error(`A picture was not drawn: ${answer.message}`);
  if (answer.kind !== 'ended') return answer;
  if (answer.failure !== null) throw new Error(`The process that draws pictures does not run: ${answer.failure}`);
  return { kind: 'unreadable' };
}

/**
 * Pictures are unpacked in a process of their own: hundreds of megabytes go back to the machine when it rests, and a
 * decoder that fails takes nothing else with it. A HEIC takes seconds: others do not wait for it.
 */
export function pictureDrawing(bounds: DrawingBounds = BOUNDS, begin = ofOurs): PictureDrawing {
  const draw = drawer(begin(bounds), bounds.patience, 200);
  const drawHeic = drawer(begin(bounds), bounds.patience, 100);
  return {
    makePictures: async (bytes, mime, isSenderGone = () => false) => {
      if (!mime.startsWith('image/')) return null;
      const answer = await (isHeic(mime) ? drawHeic : draw)(() => {
        if (isSenderGone()) throw new SenderGone();
        return { kind: 'pictures', bytes, mime };
      });
      if (answer.kind === 'too-large') throw new PictureTooLarge();
      if (answer.kind !== 'pictures') throw new PictureUnreadable();
      return answer.pictures && { ...answer.pictures, variants: answer.pictures.variants.map(withBuffer) };
    },
    drawAvatar: async (bytes) => {
      const answer = await draw(() => ({ kind: 'avatar', bytes }));
      if (answer.kind !== 'avatar') return 'validation.image';
      return typeof answer.picture === 'string' ? answer.picture : asBuffer(answer.picture);
    },
  };
}

/** Bytes that came from another process are of no class of Node's. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const withBuffer = <Picture extends { bytes: Uint8Array }>(picture: Picture) => ({
  ...picture,
  bytes: asBuffer(picture.bytes),
});

/** The one of the server. */
export const { makePictures, drawAvatar } = pictureDrawing();

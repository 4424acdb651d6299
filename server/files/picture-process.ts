import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import { type WorkEnded, type WorkLimits, WorkProcess } from '#server/work-process.ts';
import type { PictureRefusal } from './avatars.ts';
import { isHeic, type MakePictures, PictureTooLarge, PictureUnreadable, SenderGone } from './drawn.ts';
import type { PictureAnswer, PictureWork } from './picture-work.ts';

/** Limits of a drawing process; pixels are outside the heap and have their own limits (`decoding.ts`). */
const LIMITS: WorkLimits = { cpuTimeMs: 30_000, memory: 256 };

/** Draws uploaded pictures. */
export interface PictureDrawing {
  makePictures: MakePictures;
  /**
   * Draws an avatar.
   * @returns WebP bytes, or the reason why not
   */
  drawAvatar(bytes: Buffer): Promise<Buffer | PictureRefusal>;
}

/** A child process that draws. */
export type DrawingProcess = Pick<WorkProcess<PictureWork, PictureAnswer>, 'run' | 'request'>;

const createDrawingProcess = (limits: WorkLimits): DrawingProcess =>
  new WorkProcess({ module: new URL('./picture-work.ts', import.meta.url), ...limits });

/**
 * Queues work so that a process draws one picture at a time.
 * @param queueMax length of the queue
 */
function createDrawQueue(process: DrawingProcess, queueMax: number) {
  const oneAtATime = createConcurrencyLimit(1, queueMax);
  return (work: () => PictureWork): Promise<PictureAnswer> =>
    oneAtATime(() => process.run(async () => checkAnswer(await process.request(work()))));
}

/**
 * A process that crashed or was stopped means that the picture is unreadable.
 * @throws for a programming error
 */
function checkAnswer(answer: PictureAnswer | WorkEnded): PictureAnswer {
  if (answer.kind === 'failed') throw new Error(`A picture was not drawn: ${answer.message}`);
  if (answer.kind !== 'ended') return answer;
  if (answer.failure !== null) throw new Error(`The process that draws pictures does not run: ${answer.failure}`);
  return { kind: 'unreadable' };
}

/**
 * Creates two drawing processes. Pictures are decoded in child processes, so that hundreds of megabytes are freed when these end,
 * and a crashing decoder does not affect the server. HEIC has its own process, since it takes seconds and other pictures should
 * not wait.
 */
export function createPictureDrawing(
  limits: WorkLimits = LIMITS,
  createProcess = createDrawingProcess,
): PictureDrawing {
  const draw = createDrawQueue(createProcess(limits), 200);
  const drawHeic = createDrawQueue(createProcess(limits), 100);
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

/** Bytes from another process arrive as plain Uint8Array. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const withBuffer = <Picture extends { bytes: Uint8Array }>(picture: Picture) => ({
  ...picture,
  bytes: asBuffer(picture.bytes),
});

/** The drawing processes of this server. */
export const { makePictures, drawAvatar } = createPictureDrawing();

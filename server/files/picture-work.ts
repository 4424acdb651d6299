import type { Port } from '#server/work-process.ts';
import { drawAvatar, type PictureRefusal } from './avatars.ts';
import { type Pictures, PictureTooLarge, PictureUnreadable } from './drawn.ts';
import { createPictureMaker } from './pictures.ts';

/** A message to the process that draws pictures. */
export type PictureWork = { kind: 'pictures'; bytes: Uint8Array; mime: string } | { kind: 'avatar'; bytes: Uint8Array };

export type PictureAnswer =
  | { kind: 'pictures'; pictures: Pictures | null }
  | { kind: 'avatar'; picture: Uint8Array | PictureRefusal }
  | { kind: 'too-large' | 'unreadable' }
  | { kind: 'failed'; message: string };

const makePictures = createPictureMaker();

async function doWork(work: PictureWork): Promise<PictureAnswer> {
  const bytes = Buffer.from(work.bytes);
  if (work.kind === 'avatar') return { kind: 'avatar', picture: await drawAvatar(bytes) };
  return { kind: 'pictures', pictures: await makePictures(bytes, work.mime) };
}

function toAnswer(error: unknown): PictureAnswer {
  if (error instanceof PictureTooLarge) return { kind: 'too-large' };
  if (error instanceof PictureUnreadable) return { kind: 'unreadable' };
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Handles drawing messages in the child process, one at a time (`picture-process.ts`). */
export function answerWork(port: Port<PictureWork, PictureAnswer>): void {
  port.on('message', async (work) => port.send?.(await doWork(work).catch(toAnswer)));
}

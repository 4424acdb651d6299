import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { drawAvatar } from '#server/files/avatars.ts';
import { decodeBmp } from '#server/files/bmp.ts';
import { PictureTooLarge, PictureUnreadable, SenderGone } from '#server/files/drawn.ts';
import { decodeHeic } from '#server/files/heic.ts';
import { createPictureDrawing, type DrawingProcess } from '#server/files/picture-process.ts';
import type { PictureAnswer, PictureWork } from '#server/files/picture-work.ts';
import { createPictureMaker } from '#server/files/pictures.ts';
import type { WorkEnded } from '#server/work-process.ts';
import { bmpPicture, heicPicture, picture } from '#tests/support/server/files.ts';

const HEIC = 'image/heic';
const BOUNDS = { cpuTimeMs: 60_000, memory: 256 };
const PIXEL = { width: 1, height: 1, variants: [] };

/** Processes that draw nothing until they are told to. */
function hanging() {
  const asked: { task: PictureWork; answer: (answer: PictureAnswer | WorkEnded) => void }[] = [];
  const begin = (): DrawingProcess => ({
    request: (task) => new Promise((answer) => asked.push({ task, answer })),
    run: (work) => work(),
  });
  return { asked, make: createPictureDrawing(BOUNDS, begin).makePictures };
}

describe('the queues of pictures', () => {
  test('ATT-03: a HEIC that takes for ever holds up no other picture', async () => {
    const { asked, make } = hanging();
    const slow = make(heicPicture(), HEIC);
    const other = make(await picture('png'), 'image/png');
    while (asked.length < 2) await turn();
    asked[1]?.answer({ kind: 'pictures', pictures: PIXEL });
    expect(await other).toEqual(PIXEL);
    asked[0]?.answer({ kind: 'pictures', pictures: PIXEL });
    expect(await slow).toEqual(PIXEL);
  });

  test('ATT-05: one whose sender has gone meanwhile is not unpacked any more; one picture is drawn at a time', async () => {
    const { asked, make } = hanging();
    let gone = false;
    const first = make(bmpPicture(), 'image/bmp');
    const second = make(bmpPicture(), 'image/bmp', () => gone);
    const refusal = expect(second).rejects.toBeInstanceOf(SenderGone);
    while (!asked.length) await turn();
    gone = true;
    asked[0]?.answer({ kind: 'pictures', pictures: null });
    expect(await first).toBeNull();
    await refusal;
    expect(asked).toHaveLength(1);
  });
});

describe('the process that draws', () => {
  test('ATT-03 PROF-11: draws what would be drawn here', async () => {
    const { makePictures, drawAvatar: draw } = createPictureDrawing();
    const bytes = await picture('jpeg', 320, 240);
    expect(await makePictures(bytes, 'image/jpeg')).toEqual(await createPictureMaker()(bytes, 'image/jpeg'));
    expect(await draw(bytes)).toEqual(await drawAvatar(bytes));
    expect(await draw(Buffer.from('none'))).toBe('validation.image');
    await expect(makePictures(Buffer.from('none'), 'image/png')).rejects.toBeInstanceOf(PictureUnreadable);
    expect(await makePictures(Buffer.from('none'), 'image/gif')).toBeNull();
  });

  test('ATT-05: one that ends, or takes too much processor time, has read nothing, and the server goes on', async () => {
    const bytes = await picture('png');
    for (const bounds of [
      { ...BOUNDS, memory: 1 },
      { ...BOUNDS, cpuTimeMs: 0 },
    ]) {
      const { makePictures, drawAvatar: draw } = createPictureDrawing(bounds);
      await expect(makePictures(bytes, 'image/png')).rejects.toBeInstanceOf(PictureUnreadable);
      expect(await draw(bytes)).toBe('validation.image');
    }
  });

  test('ATT-05: a machine that is too busy for it says so, and says nothing of the picture', async () => {
    const { makePictures, drawAvatar: draw } = createPictureDrawing({ ...BOUNDS, patienceMs: 0 });
    await expect(makePictures(await picture('png'), 'image/png')).rejects.toMatchObject({ code: 'overloaded' });
    await expect(draw(await picture('png'))).rejects.toMatchObject({ code: 'overloaded' });
  });

  test('ATT-05: a failure of ours is one, and no fault of the picture', async () => {
    const { asked, make } = hanging();
    for (const answer of [
      { kind: 'ended', failure: 'it ended with code 1' },
      { kind: 'failed', message: 'no such module' },
    ] as const) {
      const made = make(bmpPicture(), 'image/bmp');
      const refusal = expect(made).rejects.toThrow(/code 1|no such module/);
      while (!asked.length) await turn();
      asked.pop()?.answer(answer);
      await refusal;
    }
  });
});

describe('the memory of a decoder', () => {
  /** A JPEG that claims an edge of so many pixels. */
  async function claiming(edge: number, progressive: boolean): Promise<Buffer> {
    const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
      .jpeg({ progressive, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
    bytes.writeUInt16BE(edge, frame + 5);
    bytes.writeUInt16BE(edge, frame + 7);
    return bytes;
  }

  test('ATT-05: what would be kept of a progressive picture is counted before it is unpacked', async () => {
    const make = createPictureMaker();
    await expect(make(await claiming(8_000, true), 'image/jpeg')).rejects.toBeInstanceOf(PictureTooLarge);
    await expect(drawAvatar(await claiming(8_000, true))).resolves.toBe('api.pictureTooLarge');
    // Read row by row, only its pixels are bounded.
    expect((await make(await claiming(2_000, false), 'image/jpeg'))?.width).toBe(2_000);
    await expect(make(await claiming(9_000, false), 'image/jpeg')).rejects.toBeInstanceOf(PictureTooLarge);
  });

  test('ATT-03: a picture is unpacked once for all its variants', async () => {
    const bytes = await sharp({ create: { width: 3_001, height: 1_999, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const made = await createPictureMaker()(bytes, 'image/jpeg');
    expect(made?.variants.map(({ width, height }) => [width, height])).toEqual([
      [240, 160],
      [800, 533],
      [1_920, 1_279],
    ]);
  });
});

describe('a heic', () => {
  test('ATT-11: is unpacked on a thread of its own; one that takes longer than it may counts as unreadable', async () => {
    expect(await decodeHeic(heicPicture(), 128 * 96)).toMatchObject({ width: 128, height: 96 });
    expect(await decodeHeic(heicPicture(), 128 * 96 - 1)).toBe('too-large');
    expect(await decodeHeic(heicPicture(), 128 * 96, 0)).toBeNull();
  });

  test('ATT-11: its pixels are handed over and not copied: the thread has none left', async () => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
      const post = parentPort.postMessage.bind(parentPort);
      parentPort.postMessage = (picture, transferred) => {
        const before = picture.data.byteLength;
        post(picture, transferred);
        post({ before, after: picture.data.byteLength });
      };
      import(${JSON.stringify(new URL('../../../server/files/heic-worker.mjs', import.meta.url).href)});`,
      { eval: true, workerData: { bytes: new Uint8Array(heicPicture()), pixelsMax: 128 * 96 } },
    );
    const said: unknown[] = [];
    worker.on('message', (message) => said.push(message));
    await once(worker, 'exit');
    expect(said).toEqual([
      { width: 128, height: 96, data: expect.any(Object) },
      { before: 128 * 96 * 4, after: 0 },
    ]);
    expect((said[0] as { data: Uint8ClampedArray }).data).toHaveLength(128 * 96 * 4);
  });

  test('ATT-11: it may take eight seconds of processor time, and no longer', async () => {
    const used = { user: 7_000_000, system: 999_000 };
    const usage = jest.spyOn(process, 'cpuUsage').mockImplementation(() => used);
    try {
      expect(await decodeHeic(heicPicture(), 128 * 96)).toMatchObject({ width: 128 });
      used.system = 1_000_000;
      expect(await decodeHeic(heicPicture(), 128 * 96)).toBeNull();
    } finally {
      usage.mockRestore();
    }
  });
});

describe('a bmp', () => {
  const ROWS = {
    8: [0, 1, 0, 0, 2, 3, 0, 0],
    24: [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0],
    32: [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0],
  } as const;
  /** Two rows of two: red and green below, blue and white above. */
  function tiny(depth: keyof typeof ROWS): Buffer {
    const palette = depth === 8 ? [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0] : [];
    const bytes = Buffer.from([...bmpPicture(2, 2).subarray(0, 54), ...palette, ...ROWS[depth]]);
    bytes.writeUInt32LE(54 + palette.length, 10);
    bytes.writeUInt16LE(depth, 28);
    bytes.writeUInt32LE(palette.length / 4, 46);
    return bytes;
  }
  const UPRIGHT = [0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255, 0];

  test.each([8, 24, 32] as const)('ATT-11: of %i bits is unpacked pixel by pixel', (depth) => {
    const unpacked = decodeBmp(tiny(depth), 1_920);
    expect(unpacked).toMatchObject({ width: 2, height: 2 });
    expect([...(unpacked?.data ?? [])]).toEqual(UPRIGHT);
  });

  test('ATT-11: whose rows stand from the top down is read so', () => {
    const bytes = tiny(24);
    bytes.writeInt32LE(-2, 22);
    expect([...(decodeBmp(bytes, 1_920)?.data ?? [])]).toEqual([...UPRIGHT.slice(6), ...UPRIGHT.slice(0, 6)]);
  });

  test.each([
    ['breaks off', (bytes: Buffer) => bytes.writeInt32LE(2_000, 22)],
    ['is packed', (bytes: Buffer) => bytes.writeUInt32LE(1, 30)],
    ['has no width', (bytes: Buffer) => bytes.writeInt32LE(0, 18)],
  ])('ATT-09: that %s is read by nobody, and kept as a file', async (_what, change) => {
    const bytes = tiny(24);
    change(bytes);
    expect(decodeBmp(bytes, 1_920)).toBeNull();
    expect(await createPictureMaker()(bytes, 'image/bmp')).toBeNull();
  });

  test('ATT-11: one of 48 million pixels of a bit each is read in steps', async () => {
    const bytes = Buffer.alloc(62 + 1_000 * 6_000, 0);
    bmpPicture(8, 8).copy(bytes, 0, 0, 54);
    bytes.writeInt32LE(8_000, 18);
    bytes.writeInt32LE(6_000, 22);
    bytes.writeUInt16LE(1, 28);
    bytes.writeUInt32LE(62, 10);
    const made = await createPictureMaker()(bytes, 'image/bmp');
    expect(made).toMatchObject({ width: 8_000, height: 6_000 });
    const large = made?.variants.find(({ variant }) => variant === 'large');
    expect(await sharp(large?.bytes).metadata()).toMatchObject({ width: 1_920, height: 1_440 });
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { docxBomb, picture } from '#tests/support/server/files.ts';

/**
 * Drops files of the disk on the middle of a page, as from a folder's window.
 * @param taken comes true when the page has read them; they lie on the disk until then
 */
export async function dropFiles(
  page: Page,
  files: Readonly<Record<string, Uint8Array>>,
  taken: () => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dropped-'));
  const devtools = await page.context().newCDPSession(page);
  try {
    const paths = Object.keys(files).map((name) => join(folder, name));
    for (const [at, bytes] of Object.values(files).entries()) await writeFile(paths[at] ?? '', bytes);
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
    }
    await taken();
  } finally {
    await devtools.detach();
    await rm(folder, { recursive: true });
  }
}

/** Puts a PNG on the clipboard and pastes it into the page. */
export async function pastePicture(page: Page, png: Buffer): Promise<void> {
  await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
  }, png.toString('base64'));
  await page.keyboard.press('ControlOrMeta+V');
}

/** Tells a page that a script of a file has run: `globalThis.ran`. */
const SCRIPT = "globalThis.ran = 1; alert('ran')";
const PAGE = `<!doctype html><html><body><script>${SCRIPT}</script></body></html>`;

/** A GIF one pixel high in a wide frame that is a script as well. */
function scriptGif(): Buffer {
  const frame = [0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b];
  const picture = [10, 0, 0x80, 0, 0, 0, 0, 0, 11, 122, 117].concat(frame.slice(1));
  return Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from(picture), Buffer.from(`*/=1;${SCRIPT}`)]);
}

/** Files that are taken and would run if a browser could be made to: by the name they are kept under. */
export const ARMED: Readonly<Record<string, Buffer>> = {
  'двор.gif': scriptGif(),
  'письмо.txt': Buffer.from(SCRIPT),
  'страница.txt': Buffer.from(PAGE),
  'жильцы.csv': Buffer.from(PAGE),
  'смета.pdf': Buffer.from(`%PDF-1.4\n${PAGE}\ntrailer<<>>\n%%EOF\n`),
  'письмо.rtf': Buffer.from(`{\\rtf1 ${PAGE}}`),
};

/** Files that are refused whatever they call themselves. */
export const REFUSED: Readonly<Record<string, Buffer>> = {
  'рисунок.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`),
  'страница.png': Buffer.from(PAGE),
};

/** Files whose size is the weapon: by the name they are kept under. */
export const SWOLLEN = async (): Promise<Readonly<Record<string, Buffer>>> => ({
  'бомба.docx': docxBomb(100_000_000),
  'лента.png': await picture('png', 30_000, 100),
});

/** Files with names that would like to be more than a name: by the name they are kept under. */
export const NAMED: Readonly<Record<string, readonly [name: string, bytes: Buffer]>> = {
  'две строки.txt': ['две\nстроки.txt', Buffer.from('две')],
  'passwd.txt': ['../../etc/passwd.txt', Buffer.from('root')],
};

/** Types that a browser shows in a page of its own; it saves all others. */
const PICTURES = /\.(gif|png)$/;

/** A file as the product keeps it. */
type Kept = readonly [name: string, address: string];

/** The expected effect of opening files: pictures are shown, the rest is saved, and nothing runs. */
export const harmless = (files: readonly Kept[]) =>
  files.map(([name]) => ({ name, does: PICTURES.test(name) ? 'shown' : 'saved', runs: [] }));

/**
 * Tries to make files run: as scripts and frames of the page at hand, then each alone.
 * @returns what the browser does with each that is opened alone, and the scripts that ran by then
 */
export async function openAll(page: Page, files: readonly Kept[]): Promise<ReturnType<typeof harmless>> {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  /** An alert is the script's own word; a frame may be kept from saying it. */
  const runs = async () => {
    const marks = page.frames().map((frame) => frame.evaluate(() => 'ran' in globalThis));
    return [...alerts, ...(await Promise.all(marks)).filter(Boolean)] as never[];
  };
  const addresses = files.map(([, address]) => address);
  await embed(page, addresses);
  const embedded = await runs();
  const opened: ReturnType<typeof harmless> = [];
  for (const [name, address] of files) {
    const does = await openAlone(page, address);
    opened.push({ name, does, runs: [...embedded, ...(await runs())] });
  }
  return opened;
}

/** Makes a page load addresses as scripts and as frames. */
async function embed(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    const add = (name: 'script' | 'iframe', src: string) =>
      new Promise<void>((resolve) => {
        const element = Object.assign(document.createElement(name), { src, onload: resolve, onerror: resolve });
        document.body.append(element);
      });
    await Promise.all(all.map((src) => add('script', src)));
    // A frame whose file is saved instead does not load.
    const frames = Promise.all(all.map((src) => add('iframe', src)));
    await Promise.race([frames, new Promise((resolve) => setTimeout(resolve, 500))]);
  }, addresses);
}

/** Goes to the address of a file. @returns what the browser does with it */
function openAlone(page: Page, address: string): Promise<'shown' | 'saved'> {
  return page.goto(address).then(
    () => 'shown',
    (error: Error) => {
      if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error;
      return 'saved';
    },
  );
}

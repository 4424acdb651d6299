import { misfitsOf } from './answer-check.ts';

/** Answers of the running test that the product would not give; any left at its end fails it. */
const misfits = new Set<string>();

/** Takes the misfits a test provokes on purpose, so that they do not fail it. */
export function takeMisfits(): string[] {
  const taken = [...misfits];
  misfits.clear();
  return taken;
}

afterEach(() => {
  const left = takeMisfits();
  if (left.length) throw new Error(`A made-up server answered what the product would not:\n${left.join('\n')}`);
});

/**
 * Holds an answer to what the product gives there.
 * @param malformed it is said to be none of its answers, and has to be none
 */
export function holdToProduct(
  { method, url }: { method: string; url: string },
  { status, text }: { status: number; text: string },
  malformed: boolean,
): void {
  const path = url.split('?')[0] ?? url;
  // Files of the console itself are no answers of its server.
  if (path.startsWith('/assets/')) return;
  const found = misfitsOf(method, path, status, text);
  const unbroken = found.length ? [] : ['it is said to be malformed, and is not'];
  for (const what of malformed ? unbroken : found) misfits.add(`${method} ${path}: ${what}`);
}

/** What stops the start and can be mended by whoever started: `message` is a sentence for the console, in Russian. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

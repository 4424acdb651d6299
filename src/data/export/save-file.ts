import { has } from '#resources/language/features.ts';
import { request } from '../http/http.ts';
import { featuresNow } from '../session/features.ts';

/**
 * Lets the browser save a file.
 * @param fileName as the person finds it, with its ending
 */
export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Tells the server that something is about to be saved as a file, where it keeps a log of that (G-69).
 * @throws RequestError when the server does not allow it
 */
export async function noteExport(path: string, signal: AbortSignal): Promise<void> {
  if (has(featuresNow(), 'exports')) await request(path, { method: 'POST', signal });
}

import { hasAddition } from '#resources/language/features.ts';
import { request } from '../http/http.ts';
import { currentFeatures } from '../session/features.ts';

/**
 * Downloads a file.
 * @param fileName with its extension
 */
export function downloadFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Reports an export to the server if it logs exports (G-69).
 * @throws RequestError when the server forbids it
 */
export async function noteExport(path: string, signal: AbortSignal): Promise<void> {
  if (hasAddition(currentFeatures(), 'exports')) await request(path, { method: 'POST', signal });
}

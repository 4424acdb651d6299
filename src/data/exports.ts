import { has } from '#resources/language/features.ts';
import { featuresNow } from './features.ts';
import { request } from './http.ts';

/**
 * Tells the server that something is about to be saved as a file, where it keeps a log of that (G-69).
 * @throws RequestError when the server does not allow it
 */
export async function noteExport(path: string, signal: AbortSignal): Promise<void> {
  if (has(featuresNow(), 'exports')) await request(path, { method: 'POST', signal });
}

import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';
import { type FileStore, sha256Of } from './store.ts';

/** How long storage may take for one object, ms. */
const PATIENCE = 30_000;

/**
 * The store in S3-compatible storage (`UPLOADS_URL`): `https://key:secret@host/bucket[/prefix]?region=…`, objects by
 * their names as in a folder. Any number of processes may share it.
 * @throws StartError when the address lacks key, secret or bucket
 */
export function bucketStore(uploadsUrl: string): FileStore {
  const { origin, pathname, username, password, searchParams } = new URL(uploadsUrl);
  const path = pathname.replace(/\/+$/, '');
  if (!username || !password || !path) {
    throw new StartError(text('start.badSecret', { name: 'UPLOADS_URL', expected: text('start.expected.uploads') }));
  }
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
  });
  const call = (sha256: string, init: RequestInit & { method: string }) =>
    client.fetch(`${origin}${path}/${sha256.slice(0, 2)}/${sha256}`, {
      ...init,
      signal: AbortSignal.timeout(PATIENCE),
    });
  const refuse = async (response: Response, what: string): Promise<never> => {
    // Its body says why, and is read so that the connection is free again.
    const reason = (await response.text()).slice(0, 500);
    throw new Error(`Storage answered ${response.status} to ${what}: ${reason}`);
  };

  const has = async (sha256: string) => {
    const response = await call(sha256, { method: 'HEAD' });
    if (response.ok) return true;
    return response.status === 404 ? false : refuse(response, 'HEAD');
  };
  return {
    has,
    put: async (bytes) => {
      const sha256 = sha256Of(bytes);
      if (await has(sha256)) return { sha256, size: bytes.length };
      const response = await call(sha256, { method: 'PUT', body: new Uint8Array(bytes) });
      if (!response.ok) return refuse(response, 'PUT');
      await response.arrayBuffer();
      return { sha256, size: bytes.length };
    },
    read: async (sha256, span) => {
      const headers = span ? { range: `bytes=${span.start}-${span.end}` } : undefined;
      const response = await call(sha256, { method: 'GET', ...(headers ? { headers } : {}) });
      if (!response.ok || !response.body) return refuse(response, 'GET');
      return Readable.fromWeb(response.body as ReadableStream);
    },
    delete: async (sha256) => {
      const response = await call(sha256, { method: 'DELETE' });
      if (!response.ok && response.status !== 404) return refuse(response, 'DELETE');
      await response.arrayBuffer();
    },
  };
}

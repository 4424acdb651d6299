import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { text } from '#i18n/text.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { StartError } from '#server/start-error.ts';
import { sha256Of } from './sha256.ts';
import { type FileStore, MissingFileError } from './store.ts';

/** Timeout for a storage response to begin, and between two chunks of it, ms. */
const TIMEOUT_MS = 30_000;
/** Slowest upload speed tolerated, bytes per ms. */
const MIN_BYTES_PER_MS = 64;

/**
 * Creates a store in S3-compatible storage (`UPLOADS_URL`): `https://key:secret@host/bucket[/prefix]?region=…`, with the same
 * object names as in a folder. Several processes may share it. There is no total time limit for reading an object, only between
 * chunks.
 * @param timeoutMs timeout for a response to begin, and between two chunks, ms
 * @throws StartError if the URL lacks key, secret or bucket
 */
export function createBucketStore(uploadsUrl: string, timeoutMs: number = TIMEOUT_MS): FileStore {
  const { origin, pathname, username, password, searchParams } = new URL(uploadsUrl);
  const path = trimEnd(pathname, '/');
  if (!username || !password || !path) {
    throw new StartError(text('start.badSecret', { name: 'UPLOADS_URL', expected: text('start.expected.uploads') }));
  }
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
  });
  const send = (url: string, init: Init) => sendRequest(client, url, init, timeoutMs);
  const call = (sha256: string, init: Init) => send(`${origin}${path}/${sha256.slice(0, 2)}/${sha256}`, init);
  const readBody = async (response: Response): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    if (response.body) for await (const chunk of readChunks(response.body, timeoutMs)) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const refuse = async (response: Response, operation: string): Promise<never> => {
    // The body has the reason, and reading it frees the connection.
    const reason = (await readBody(response)).toString('utf8', 0, 500);
    throw new Error(`Storage answered ${response.status} to ${operation}: ${reason}`);
  };

  /** Length of an object; null if it does not exist. */
  const readLength = async (sha256: string): Promise<number | null> => {
    const response = await call(sha256, { method: 'HEAD' });
    if (response.ok) return Number(response.headers.get('content-length'));
    return response.status === 404 ? null : refuse(response, 'HEAD');
  };
  return {
    check: async () => {
      const [, bucket = ''] = path.split('/');
      const response = await send(`${origin}/${bucket}?list-type=2&max-keys=1`, { method: 'GET' });
      if (!response.ok) return refuse(response, 'LIST');
      await readBody(response);
    },
    has: async (sha256) => (await readLength(sha256)) !== null,
    put: async (bytes) => {
      const sha256 = sha256Of(bytes);
      if ((await readLength(sha256)) === bytes.length) return { sha256, size: bytes.length };
      const response = await call(sha256, { method: 'PUT', body: new Uint8Array(bytes) });
      if (!response.ok) return refuse(response, 'PUT');
      await readBody(response);
      return { sha256, size: bytes.length };
    },
    read: async (sha256, { span, size } = {}) => {
      const headers = span ? { range: `bytes=${span.start}-${span.end}` } : undefined;
      const response = await call(sha256, { method: 'GET', ...(headers ? { headers } : {}) });
      if (response.status === 404 || (size !== undefined && !hasLength(response, size))) {
        await response.body?.cancel();
        throw new MissingFileError(sha256);
      }
      if (!response.ok || !response.body) return refuse(response, 'GET');
      return Readable.from(readChunks(response.body, timeoutMs), { objectMode: false });
    },
    delete: async (sha256) => {
      const response = await call(sha256, { method: 'DELETE' });
      if (!response.ok && response.status !== 404) return refuse(response, 'DELETE');
      await readBody(response);
    },
    // Objects are written atomically, so there are no partial files to delete.
    listOlder: (before) => listOlder(before),
  };

  async function* listOlder(before: Date): AsyncGenerator<string> {
    const [, bucket = '', ...prefix] = path.split('/');
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        ...(prefix.length ? { prefix: `${prefix.join('/')}/` } : {}),
        ...(token ? { 'continuation-token': token } : {}),
      });
      const response = await send(`${origin}/${bucket}?${query}`, { method: 'GET' });
      if (!response.ok) return refuse(response, 'LIST');
      const page = String(await readBody(response));
      for (const item of page.split('</Contents>')) {
        const name = /<Key>(?:[^<]*\/)?([0-9a-f]{64})<\/Key>/.exec(item)?.[1];
        const written = /<LastModified>([^<]+)<\/LastModified>/.exec(item)?.[1];
        if (name && written && Date.parse(written) < before.getTime()) yield name;
      }
      const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1];
      token = next?.replaceAll('&amp;', '&');
    } while (token);
  }
}

interface Init {
  method: string;
  headers?: HeadersInit;
  body?: Uint8Array<ArrayBuffer>;
}

/**
 * Sends a signed request.
 * @throws if the response does not begin in time
 */
async function sendRequest(client: AwsClient, url: string, init: Init, timeoutMs: number): Promise<Response> {
  const abortController = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // The abort signal alone is not enough: Node may lose it during garbage collection (nodejs/undici).
  const timeout = new Promise<never>((_, reject) => {
    const onTimeout = () => {
      const error = new Error(`Storage was silent for too long at ${init.method}`);
      abortController.abort(error);
      reject(error);
    };
    timer = setTimeout(onTimeout, timeoutMs + (init.body?.length ?? 0) / MIN_BYTES_PER_MS);
  });
  try {
    return await Promise.race([client.fetch(url, { ...init, signal: abortController.signal }), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a response has the expected total length, or does not state it. */
function hasLength({ status, headers }: Response, size: number): boolean {
  const total = status === 206 ? headers.get('content-range')?.split('/')[1] : headers.get('content-length');
  const isStated = (status === 200 || status === 206) && total !== null && /^\d+$/.test(total ?? '');
  return !isStated || Number(total) === size;
}

/**
 * Yields the chunks of a body; only waiting for the storage is timed, not the consumer.
 * @throws if no chunk comes in time
 */
async function* readChunks(body: ReadableStream<Uint8Array>, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('Storage stopped sending')), timeoutMs);
      });
      const next = await Promise.race([reader.read(), timeout]).finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { text } from '#i18n/text.ts';
import { trimEnd } from '#resources/trim-end.ts';
import { StartError } from '#server/start-error.ts';
import { sha256Of } from './sha256.ts';
import { type FileStore, MissingFileError } from './store.ts';

/** How long storage may take to answer, and between two pieces of what it sends, ms. */
const PATIENCE = 30_000;
/** Slowest sending of an object that is waited for, bytes in a ms. */
const SLOWEST = 64;

/**
 * The store in S3-compatible storage (`UPLOADS_URL`): `https://key:secret@host/bucket[/prefix]?region=…`, objects by
 * their names as in a folder. Any number of processes may share it.
 * An object of any length is read for as long as it keeps coming.
 * @param patience ms for an answer to begin, and between two pieces of an object
 * @throws StartError when the address lacks key, secret or bucket
 */
export function bucketStore(uploadsUrl: string, patience: number = PATIENCE): FileStore {
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
  const send = (url: string, init: Init) => sent(client, url, init, patience);
  const call = (sha256: string, init: Init) => send(`${origin}${path}/${sha256.slice(0, 2)}/${sha256}`, init);
  const readBody = async (response: Response): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    if (response.body) for await (const part of pieces(response.body, patience)) parts.push(part);
    return Buffer.concat(parts);
  };
  const refuse = async (response: Response, operation: string): Promise<never> => {
    // Its body says why, and is read so that the connection is free again.
    const reason = (await readBody(response)).toString('utf8', 0, 500);
    throw new Error(`Storage answered ${response.status} to ${operation}: ${reason}`);
  };

  /** Length of an object; null when there is none. */
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
      if (response.status === 404 || (size !== undefined && !isOfLength(response, size))) {
        await response.body?.cancel();
        throw new MissingFileError(sha256);
      }
      if (!response.ok || !response.body) return refuse(response, 'GET');
      return Readable.from(pieces(response.body, patience), { objectMode: false });
    },
    delete: async (sha256) => {
      const response = await call(sha256, { method: 'DELETE' });
      if (!response.ok && response.status !== 404) return refuse(response, 'DELETE');
      await readBody(response);
    },
    // An object is whole or not there: there is nothing to tidy up besides.
    older: (before) => older(before),
  };

  async function* older(before: Date): AsyncGenerator<string> {
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
 * Asks storage for something.
 * @throws when storage has not begun to answer in time
 */
async function sent(client: AwsClient, url: string, init: Init, patience: number): Promise<Response> {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // The signal alone is not enough: Node forgets it when the garbage collector runs while it waits (nodejs/undici).
  const silence = new Promise<never>((_, reject) => {
    const late = () => {
      const error = new Error(`Storage was silent for too long at ${init.method}`);
      giveUp.abort(error);
      reject(error);
    };
    timer = setTimeout(late, patience + (init.body?.length ?? 0) / SLOWEST);
  });
  try {
    return await Promise.race([client.fetch(url, { ...init, signal: giveUp.signal }), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an object that came, or a part of it, says that it has so many bytes as a whole, or says nothing of that. */
function isOfLength({ status, headers }: Response, size: number): boolean {
  const whole = status === 206 ? headers.get('content-range')?.split('/')[1] : headers.get('content-length');
  const isKnown = (status === 200 || status === 206) && whole !== null && /^\d+$/.test(whole ?? '');
  return !isKnown || Number(whole) === size;
}

/**
 * A body, piece by piece. Only the wait for storage is timed: the reader may take their time.
 * @throws when no piece came for so long
 */
async function* pieces(body: ReadableStream<Uint8Array>, patience: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('Storage stopped sending')), patience);
      });
      const next = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildApp } from '#server/app.ts';
import { readSettings } from '#server/config.ts';
import { createBucketStore } from '#server/files/bucket.ts';
import { sha256Of } from '#server/files/sha256.ts';
import { type FileStore, MissingFileError } from '#server/files/store.ts';
import { StartError } from '#server/start-error.ts';
import { demoPerson } from '#tests/support/server/people.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

/** Storage of S3's manners in this process: what it holds by path, and what it was asked. */
const held = new Map<string, Buffer>();
const asked: { method: string; path: string; authorization: string }[] = [];
/** Answers instead of the storage; null = the storage does. */
let instead: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
let server: Server;
let store: FileStore;
/** Reads no longer than this without a piece, ms. */
const PATIENCE = 1_500;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: path = '', headers } = request;
  asked.push({ method, path, authorization: headers.authorization ?? '' });
  const sent = await buffer(request);
  if (instead) return instead(request, response);
  const object = held.get(path);
  if (method === 'PUT') held.set(path, sent);
  if (method === 'DELETE') held.delete(path);
  if (method === 'PUT' || method === 'DELETE') return void response.writeHead(method === 'PUT' ? 200 : 204).end();
  if (!object) return void response.writeHead(404).end(method === 'HEAD' ? undefined : '<Code>NoSuchKey</Code>');
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = start && end ? object.subarray(Number(start), Number(end) + 1) : object;
  const range = start ? { 'content-range': `bytes ${start}-${end}/${object.length}` } : {};
  const length = { 'content-length': part.length };
  response.writeHead(start ? 206 : 200, { ...length, ...range }).end(method === 'HEAD' ? undefined : part);
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  store = createBucketStore(`http://key:s%2Fecret@127.0.0.1:${port}/bucket/uploads/?region=ru-1`, PATIENCE);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  held.clear();
  asked.length = 0;
  instead = null;
});

const BYTES = Buffer.from('Протокол собрания');
const NAME = sha256Of(BYTES);
const PATH = `/bucket/uploads/${NAME.slice(0, 2)}/${NAME}`;

test('storage that does not let us list is not ready', async () => {
  instead = (_request, response) => void response.writeHead(200).end('<ListBucketResult/>');
  await store.check();
  expect(asked).toEqual([expect.objectContaining({ method: 'GET', path: '/bucket?list-type=2&max-keys=1' })]);
  instead = (_request, response) => void response.writeHead(403).end('<Code>AccessDenied</Code>');
  await expect(store.check()).rejects.toThrow('403');
});

test('what is uploaded to one process is there in another one of the same database and storage', async () => {
  const here = await openTestApp({ files: store });
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-other-'));
  const uploadsUrl = `http://key:s%2Fecret@127.0.0.1:${(server.address() as AddressInfo).port}/bucket/uploads/`;
  const settings = readSettings({ DATA_DIR: dataDir, UPLOADS_URL: uploadsUrl, MAX_EVENT_LOOP_DELAY: '0' });
  const there = await buildApp({ settings, database: here.database });
  const person = await demoPerson(here, 1);
  const files = [{ field: 'attachments', name: 'протокол.txt', bytes: BYTES }];
  const { status, list } = await person.call('POST', { url: '/api/authorized/attachments/', files });
  expect([status, [...held.keys()].map((path) => path.split('/').at(-1))]).toEqual([201, [NAME]]);
  const { pathname, search } = new URL(String(list[0]?.s3_file?.file), 'http://localhost');
  const headers = { authorization: `Token ${person.token}` };
  const read = await there.inject({ url: `${pathname}${search}`, headers });
  expect([read.statusCode, read.rawPayload.equals(BYTES)]).toEqual([200, true]);
  await there.close();
  await here.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('uploads in S3-compatible storage', () => {
  test('are put once, signed with the key of the address, and read back whole', async () => {
    expect(await store.has(NAME)).toBe(false);
    expect(await store.put(BYTES)).toEqual({ sha256: NAME, size: BYTES.length });
    expect(await store.put(BYTES)).toEqual({ sha256: NAME, size: BYTES.length });
    expect(asked.filter(({ method }) => method === 'PUT')).toEqual([
      {
        method: 'PUT',
        path: PATH,
        authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=key\/\d+\/ru-1\/s3\//),
      },
    ]);
    expect(await store.has(NAME)).toBe(true);
    expect(await buffer(await store.read(NAME))).toEqual(BYTES);
  });

  test('are read in part', async () => {
    await store.put(BYTES);
    expect(await buffer(await store.read(NAME, { span: { start: 4, end: 9 } }))).toEqual(BYTES.subarray(4, 10));
  });

  test('of another length than they should have count as missing, read whole or in part', async () => {
    await store.put(BYTES);
    const size = BYTES.length;
    for (const span of [{}, { span: { start: 0, end: 1 } }]) {
      await expect(store.read(NAME, { size: size + 1, ...span })).rejects.toThrow(MissingFileError);
      await expect(buffer(await store.read(NAME, { size, ...span }))).resolves.toBeDefined();
    }
  });

  test('are deleted; what is not there counts as deleted', async () => {
    await store.put(BYTES);
    await store.delete(NAME);
    expect(held.size).toBe(0);
    instead = (_, response) => void response.writeHead(404).end();
    await expect(store.delete(NAME)).resolves.toBeUndefined();
    await expect(store.read(NAME)).rejects.toThrow(MissingFileError);
  });

  test('a key that is refused is said with the reason, and is never taken for a missing file', async () => {
    instead = (_, response) => void response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    await expect(store.has(NAME)).rejects.toThrow('Storage answered 403 to HEAD');
    await expect(store.put(BYTES)).rejects.toThrow('403');
    await expect(store.read(NAME)).rejects.toThrow('403 to GET: <Code>SignatureDoesNotMatch</Code>');
    await expect(store.delete(NAME)).rejects.toThrow('SignatureDoesNotMatch');
  });

  test('a long file is read for as long as it keeps coming', async () => {
    instead = async (_, response) => {
      response.writeHead(200);
      for (let sent = 0; sent < 9; sent += 1) {
        response.write('часть ');
        await wait(PATIENCE / 6);
      }
      response.end();
    };
    expect(String(await buffer(await store.read(NAME)))).toBe('часть '.repeat(9));
  });

  test('a file that stops coming, and storage that says nothing, end in an error', async () => {
    instead = (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('часть');
    await expect(buffer(await store.read(NAME))).rejects.toThrow('Storage stopped sending');
    instead = () => undefined;
    await expect(store.has(NAME)).rejects.toThrow('Storage was silent for too long at HEAD');
  });

  test('storage that says nothing ends in an error, whatever the garbage collector does meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const collecting = setInterval(collect, PATIENCE / 20);
    instead = () => undefined;
    try {
      await expect(store.has(NAME)).rejects.toThrow('Storage was silent for too long at HEAD');
      await expect(store.check()).rejects.toThrow('Storage was silent for too long at GET');
    } finally {
      clearInterval(collecting);
    }
  });

  test('ATT-05: those older than a moment are listed page by page, whatever else lies in the bucket', async () => {
    const names = ['а', 'б', 'в', 'г'].map((text) => sha256Of(Buffer.from(text)));
    const item = (key: string, written: string) =>
      `<Contents><Key>${key}</Key><LastModified>${written}</LastModified><Size>1</Size></Contents>`;
    const at = (name: string | undefined) => `uploads/${name?.slice(0, 2)}/${name}`;
    const pages = [
      item(at(names[0]), '2026-05-01T10:00:00.000Z') +
        item(at(names[1]), '2026-05-03T10:00:00.000Z') +
        '<IsTruncated>true</IsTruncated><NextContinuationToken>дальше&amp;+/=</NextContinuationToken>',
      item('uploads/readme.txt', '2026-05-01T10:00:00.000Z') +
        item(at(names[2]), '2026-05-01T23:59:59.999Z') +
        item(at(names[3]), '2026-05-02T00:00:00.000Z'),
    ];
    const queries: URLSearchParams[] = [];
    instead = ({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://storage');
      expect(pathname).toBe('/bucket');
      // A call that another test gave up may come as late as now.
      if (!searchParams.has('max-keys')) queries.push(searchParams);
      const page = pages[searchParams.has('continuation-token') ? 1 : 0];
      response.writeHead(200).end(`<ListBucketResult>${page}</ListBucketResult>`);
    };
    const listed: string[] = [];
    for await (const name of store.listOlder(new Date('2026-05-02T00:00:00Z'))) listed.push(name);
    expect(listed).toEqual([names[0], names[2]]);
    expect(
      queries.map((query) => [query.get('list-type'), query.get('prefix'), query.get('continuation-token')]),
    ).toEqual([
      ['2', 'uploads/', null],
      ['2', 'uploads/', 'дальше&+/='],
    ]);
    instead = (_, response) => void response.writeHead(403).end('<Code>AccessDenied</Code>');
    const list = async () => {
      for await (const name of store.listOlder(new Date())) listed.push(name);
    };
    await expect(list()).rejects.toThrow('403 to LIST: <Code>AccessDenied</Code>');
  });

  test('an address without key, secret or bucket is refused at the start', () => {
    for (const url of ['https://host/bucket', 'https://key@host/bucket', 'https://key:secret@host/']) {
      expect(() => createBucketStore(url)).toThrow(StartError);
    }
  });
});

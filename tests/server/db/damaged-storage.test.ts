import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { CHAT_API_KEY } from '#resources/protocol/chat/chat.ts';
import { openEmbedded } from '#server/db/embedded.ts';
import { sha256Of } from '#server/files/sha256.ts';
import { createFolderStore, type FileStore, MissingFileError } from '#server/files/store.ts';
import { handleErrors } from '#server/http/answer-errors.ts';
import { demoPerson } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let folder = '';
beforeAll(async () => {
  app = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'upravdom-damaged-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const bytes = Buffer.from('Протокол собрания');
const sha256 = sha256Of(bytes);
const pathIn = (root: string) => join(root, sha256.slice(0, 2), sha256);

test.each([
  ['shorter', bytes.subarray(3)],
  ['of the same length', Buffer.alloc(bytes.length)],
  ['empty', Buffer.alloc(0)],
])('ATT-01: a stored file that lies damaged (%s) is written anew when it is stored again', async (what, damaged) => {
  const root = join(folder, what);
  const store = createFolderStore(root);
  await store.put(bytes);
  await writeFile(pathIn(root), damaged);
  await store.put(bytes);
  expect(await readFile(pathIn(root))).toEqual(bytes);
});

test('ATT-01: a stored file that is missing or of another length answers 404 in the one error shape', async () => {
  await expect(createFolderStore(join(folder, 'none')).read(sha256)).rejects.toThrow(MissingFileError);
  const person = await demoPerson(app, 1);
  const form = {
    url: '/api/authorized/attachments/',
    files: [{ field: 'attachments', name: 'заметка.txt', bytes }],
  };
  const made = await person.call('POST', form);
  const [item] = made.list as unknown as { s3_file: { file: string } }[];
  const address = String(item?.s3_file.file).replace(/^https?:\/\/[^/]+/, '');
  expect((await app.call('GET', address)).status).toBe(200);
  const stored = pathIn(join(app.dataDir, 'files'));
  for (const damage of [() => writeFile(stored, bytes.subarray(3)), () => writeFile(stored, ''), () => rm(stored)]) {
    await damage();
    for (const range of [{}, { range: 'bytes=0-1' }]) {
      const { status, body, headers } = await app.call('GET', address, null, range);
      expect([status, body.code, headers['cache-control']]).toEqual([404, 'not_found', 'no-store']);
      expect(body.request_id).toEqual(expect.any(String));
    }
  }
});

describe('a disk that is full', () => {
  const full = (code: string) => Object.assign(new Error('no room'), { code });

  test.each(['ENOSPC', 'EDQUOT', '53100'])(
    'API-21: %s answers 507 with a sentence and no word of the inside',
    async (code) => {
      const server = fastify();
      handleErrors(server);
      server.get('/', () => {
        throw new Error('write failed', { cause: full(code) });
      });
      const { statusCode, body } = await server.inject('/');
      expect(statusCode).toBe(507);
      expect(JSON.parse(body)).toEqual({
        detail: expect.stringContaining('место на диске'),
        code: 'disk_full',
        request_id: expect.any(String),
      });
      await server.close();
    },
  );

  test('ATT-01 CHAT-14: an upload that finds no room answers so, in the chat too', async () => {
    const put: FileStore['put'] = async () => {
      throw full('ENOSPC');
    };
    const other = await openTestApp({ files: { ...createFolderStore(folder), put } });
    const person = await demoPerson(other, 1);
    const { status, body } = await person.call('POST', {
      url: '/api/authorized/attachments/',
      files: [{ field: 'attachments', name: 'заметка.txt', bytes }],
    });
    expect([status, body.code]).toEqual([507, 'disk_full']);
    const { body: pass } = await person.post('/api/authorized/chat-pass/');
    const secret = Buffer.from(`${pass.login}:${pass.password}`).toString('base64url');
    const inChat = await other.call('POST', {
      url: `/v0/file/u/?auth=basic&secret=${secret}&apikey=${CHAT_API_KEY}`,
      files: [{ field: 'file', name: 'заметка.txt', bytes }],
    });
    expect(inChat.body).toMatchObject({
      ctrl: { code: 507, text: 'insufficient storage' },
      code: 'disk_full',
      detail: expect.stringContaining('место на диске'),
    });
    await other.close();
  });
});

test('a data folder whose database lacks its version file is refused and left as it is', async () => {
  const dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'database', 'base'), { recursive: true });
  await expect(openEmbedded(dataDir)).rejects.toThrow(/PG_VERSION/);
  await expect(readFile(join(dataDir, 'database.unfinished'))).rejects.toThrow('ENOENT');
  await expect(readFile(join(dataDir, 'lock'))).rejects.toThrow('ENOENT');
});

test('API-21: an address above 16 KB answers in the one error shape, and so does what is no HTTP', async () => {
  const [host = '', port = ''] = (await listen(app)).split(':');
  const answerTo = async (text: string) => {
    const socket = connect(Number(port), host);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { head, body: JSON.parse(body) as Record<string, unknown> };
  };
  const long = await answerTo(`GET /api/crm/news/?search=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(long.head).toMatch(/^HTTP\/1\.1 431 /);
  expect(long.body).toEqual({
    detail: expect.stringMatching(/[а-я]/),
    code: 'too_long',
    request_id: expect.any(String),
  });
  expect(long.head).toContain(`X-Request-Id: ${String(long.body.request_id)}`);
  const nonsense = await answerTo('никакой не запрос\r\n\r\n');
  expect(nonsense.head).toMatch(/^HTTP\/1\.1 400 /);
  expect(nonsense.body).toMatchObject({ code: 'malformed' });
});

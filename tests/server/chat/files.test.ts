import { sql } from 'kysely';
import { CHAT_API_KEY, CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { base64, type Chatter, chatter, newResident, passOf, signedIn } from '#tests/support/server/chat.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { picture } from '#tests/support/server/files.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let host = '';
let staff: Chatter;
let resident: Chatter;
beforeAll(async () => {
  app = await openTestApp();
  host = await listen(app);
  const demo = await readDemoCompany(app);
  staff = await chatter(app, (await newPerson(app)).id);
  resident = await chatter(app, await newResident(app, [demo.home.unit]));
});
afterAll(() => app.close());

const HEADERS = (person: Chatter) => ({ 'X-Tinode-APIKey': CHAT_API_KEY, 'X-Tinode-Auth': `Token ${person.token}` });

async function upload(
  bytes: Uint8Array,
  name: string,
  headers: Record<string, string> = HEADERS(staff),
  field = 'file',
) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  form.set('id', '117');
  const answer = await fetch(`http://${host}/v0/file/u/`, { method: 'POST', headers, body: form });
  const { ctrl } = (await answer.json()) as {
    ctrl: { id?: string; code: number; text: string; params?: { url: string } };
  };
  expect(ctrl.code).toBe(answer.status);
  return ctrl;
}

const fetchFile = (url: string, person: Chatter, rest = '') =>
  fetch(`http://${host}${url}?apikey=${CHAT_API_KEY}&auth=token&secret=${encodeURIComponent(person.token)}${rest}`);

/** A refusal, whatever stands beside it for our own. */
const refusal = (code: number, text: string) =>
  expect.objectContaining({ ctrl: { code, text, ts: expect.stringMatching(/^.{23}Z$/) } });

/** The form around a file costs some hundred bytes of the limit (A13). */
const AROUND = 512;

describe('uploads of the chat', () => {
  test('CHAT-14 CONST-05: up to the limit, and not a byte over it', async () => {
    expect(await upload(new Uint8Array(CHAT_LIMITS.maxFileUploadSize - AROUND), 'a.bin')).toMatchObject({
      code: 200,
      id: '117',
    });
    for (const size of [CHAT_LIMITS.maxFileUploadSize, CHAT_LIMITS.maxFileUploadSize + 1, 9 * 1024 * 1024]) {
      expect(await upload(new Uint8Array(size), 'a.bin')).toMatchObject({ code: 413, text: 'too large' });
    }
  });

  test.each([
    ['no key', { 'X-Tinode-Auth': 'Token x' }, 403, 'valid API key required'],
    ['nobody', { 'X-Tinode-APIKey': CHAT_API_KEY }, 401, 'authentication required'],
    ['a wrong token', { 'X-Tinode-APIKey': CHAT_API_KEY, 'X-Tinode-Auth': 'Token AAAA' }, 401, 'authentication failed'],
  ])('CHAT-26: is refused with %s', async (_what, headers, code, text) => {
    expect(await upload(Buffer.from('x'), 'a.txt', headers as Record<string, string>)).toMatchObject({ code, text });
  });

  test('CHAT-26: is refused without a file, and by another method', async () => {
    expect(await upload(Buffer.from('x'), 'a.txt', HEADERS(staff), 'other')).toMatchObject({
      code: 400,
      text: 'malformed',
    });
    const form = await fetch(`http://${host}/v0/file/u/`, { method: 'POST', headers: HEADERS(staff), body: '{}' });
    expect([form.status, (await form.json()) as unknown]).toEqual([400, refusal(400, 'malformed')]);
    const others = ['GET /v0/file/u/', 'PUT /v0/file/u/', 'POST /v0/file/s/x.png', 'DELETE /v0/file/s/x.png'];
    for (const [method, path] of others.map((line) => line.split(' '))) {
      const answer = await fetch(`http://${host}${path}`, { method: method ?? '', headers: HEADERS(staff) });
      const said = [method, answer.status, (await answer.json()) as unknown];
      expect(said).toEqual([method, 405, refusal(405, 'operation or method not allowed')]);
    }
  });

  test('CHAT-26: a file that cannot be kept is an inner error in the words of the protocol', async () => {
    const db = app.database.kysely;
    await sql`alter table files rename to away`.execute(db);
    try {
      expect(await upload(Buffer.from('x'), 'a.txt')).toMatchObject({ code: 500, text: 'internal error' });
    } finally {
      await sql`alter table away rename to files`.execute(db);
    }
    expect(await upload(Buffer.from('x'), 'a.txt')).toMatchObject({ code: 200 });
  });

  test('CHAT-15: what is a picture is seen by its bytes; a page is never served as one, SVG stands in a sandbox', async () => {
    const served = async (bytes: Buffer, name: string) => {
      const { params } = await upload(bytes, name);
      const answer = await fetchFile(params?.url ?? '', staff);
      const { headers } = answer;
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]];
    };
    expect(await served(await picture('png'), 'x.html')).toEqual(['image/png', 'inline']);
    expect(
      await served(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'x.png'),
    ).toEqual(['image/svg+xml', 'attachment']);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    expect(await served(page, 'x.html')).toEqual(['application/octet-stream', 'attachment']);
    expect(await served(page, 'x.txt')).toEqual(['text/plain; charset=utf-8', 'attachment']);
  });

  test('CHAT-26 PERM-25: a file is seen by its owner, then by whoever is in the chat that shows it, and nobody else', async () => {
    const stranger = await chatter(app, (await newPerson(app)).id);
    const { params } = await upload(Buffer.from('Смета'), 'смета.txt');
    const url = params?.url ?? '';
    const status = async (person: Chatter) => (await fetchFile(url, person)).status;
    expect([await status(staff), await status(resident), await status(stranger)]).toEqual([200, 404, 404]);
    const chat = await signedIn(host, staff);
    await chat.ask('sub', { topic: resident.chatId });
    await chat.ask('pub', { topic: resident.chatId, content: 'Смета' }, { attachments: [url] });
    expect([await status(staff), await status(resident), await status(stranger)]).toEqual([200, 200, 404]);
    // Naming somebody else's file does not open it.
    const thief = await signedIn(host, stranger);
    await thief.ask('sub', { topic: staff.chatId });
    await thief.ask('pub', { topic: staff.chatId, content: 'x' }, { attachments: [url] });
    expect(await status(stranger)).toBe(404);
    await chat.ask('del', { topic: resident.chatId, what: 'msg', hard: true, delseq: [{ low: 1, hi: 2 }] });
    const stored = await app.database.kysely
      .selectFrom('files')
      .where('name', '=', 'смета.txt')
      .select('linked')
      .execute();
    expect(stored.map(({ linked }) => linked)).toEqual([false]);
    chat.close();
    thief.close();
  });

  test('CHAT-26: parts, saving, HEAD, and a pass instead of a token', async () => {
    const { params } = await upload(Buffer.from('0123456789'), 'a.txt');
    const url = params?.url ?? '';
    const pass = base64(await passOf(app, staff));
    const address = `http://${host}${url}?apikey=${CHAT_API_KEY}&auth=basic&secret=${encodeURIComponent(pass)}`;
    const part = await fetch(address, { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    const saved = await fetch(`${address}&asatt=1`);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''a\.txt$/);
    expect((await fetchFile('/v0/file/s/00000000000000000000000000000000.png', staff)).status).toBe(404);
  });
});

describe('the chats of the demo company', () => {
  test('CHAT-03 CHAT-06 CHAT-26 PERM-25: have history, tags and files, which who talks there opens and nobody else', async () => {
    const stranger = await chatter(app, (await newPerson(app)).id);
    const self = await chatter(app, 1);
    const chat = await signedIn(host, self);
    expect((await chat.ask('get', { topic: 'me', what: 'tags' })).meta?.tags).toContain('company_1');
    const { meta } = await chat.ask('get', { topic: 'me', what: 'sub' });
    const listed = meta?.sub as { topic: string; seq: number; trusted?: { staff?: boolean; tags?: string[] } }[];
    const seen: string[] = [];
    for (const { topic, seq, trusted } of listed.filter((one) => one.topic.startsWith('usr'))) {
      const frames = await chat.all('sub', { topic, get: { what: 'data', data: { limit: 100 } } });
      const said = frames.flatMap(({ data }) => data ?? []);
      expect(said).toHaveLength(Math.min(seq, 100));
      const refs = said.flatMap(({ content }) =>
        ((content as { ent?: { data: { ref?: string } }[] }).ent ?? []).flatMap(({ data }) => data.ref ?? []),
      );
      if (!refs.length) continue;
      const peers = app.database.kysely.selectFrom('users').where('chat_id', '=', topic).select('id');
      const peer = await chatter(app, (await peers.executeTakeFirstOrThrow()).id);
      const [home] = trusted?.staff ? ['company'] : ['resident'];
      expect(trusted?.tags?.join(' ')).toMatch(trusted?.staff ? /^company_\d/ : /resident.*building_\d+.*porch_\d+/);
      for (const ref of refs) {
        for (const who of [self, peer]) {
          const answer = await fetchFile(ref, who);
          expect(answer.status).toBe(200);
          expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
          if (who === self) seen.push(`${home} ${answer.headers.get('content-type')}`);
        }
        expect((await fetchFile(ref, stranger)).status).toBe(404);
      }
    }
    expect(seen).toEqual(expect.arrayContaining(['company image/jpeg', 'resident image/jpeg']));
    expect(seen.some((one) => !one.endsWith('image/jpeg'))).toBe(true);
    chat.close();
  });
});

import { isDeepStrictEqual } from 'node:util';
import type { ChatFrame, Chatter, RawChat } from '#tests/support/server/chat.ts';
import { colleague, raiseChats } from '#tests/support/server/chat-pair.ts';
import { arrived } from '#tests/support/server/sockets.ts';

let staff: Chatter;
const room = raiseChats();
const { open } = room;
beforeAll(async () => {
  staff = await colleague(room.app);
});

describe('the checklist of a server (A17)', () => {
  /** Somebody with a chat that they are attached to, and the other one, attached too. */
  const talking = async () => {
    const peer = await colleague(room.app);
    const [one, two] = [await open(staff), await open(peer)];
    await one.ask('sub', { topic: peer.chatId });
    await two.ask('sub', { topic: staff.chatId });
    // Frames about the chat's beginning come before this, and are no part of what follows.
    two.raw(JSON.stringify({ note: { topic: staff.chatId, what: 'kp' } }));
    await one.next(({ info }) => info?.what === 'kp');
    await arrived(two);
    return { peer, one, two };
  };

  test('CHAT-26: what is unknown is left alone: fields, words of «what», packets beside', async () => {
    const { peer, one, two } = await talking();
    one.clear();
    const known = { topic: peer.chatId, noecho: true, content: 'x', head: { 'x-new': 1 } };
    expect((await one.ask('pub', { ...known, later: { a: [1] } }, { obo: 'usrX', later: 1 })).ctrl?.code).toBe(202);
    expect((await two.next(({ data }) => data !== undefined)).data).toMatchObject({ head: { 'x-new': 1 } });
    expect((await one.ask('get', { topic: peer.chatId, what: 'later desc  react', later: {} })).meta).toHaveProperty(
      'desc',
    );
    expect((await one.ask('get', { topic: 'me', what: 'later' })).ctrl?.code).toBe(400);
    const set = { desc: { private: { comment: 'x' }, later: 1 }, later: {} };
    expect((await one.ask('set', { topic: peer.chatId, ...set })).ctrl?.code).toBe(200);
    expect((await one.ask('hi', { ver: '0.25.3', platf: 'web', lang: 'ru', dev: 'x' })).ctrl?.code).toBe(200);
  });

  test('CHAT-26: notes are never answered, and those that make no sense are told to nobody', async () => {
    const { peer, one, two } = await talking();
    await one.ask('pub', { topic: peer.chatId, noecho: true, content: 'раз' });
    await two.next(({ data }) => data !== undefined);
    const stranger = await colleague(room.app);
    for (const chat of [one, two]) chat.clear();
    const topic = staff.chatId;
    for (const note of [
      { topic, what: 'later' },
      { topic, what: 'call', event: 'ringing', seq: 1 },
      { topic, what: 'read' },
      { topic, what: 'read', seq: 1_000 },
      { topic: stranger.chatId, what: 'kp' },
      { topic: 'grpAAAAAAAAAAA', what: 'read', seq: 1 },
      { topic: 'me', what: 'kp' },
      { topic, what: 'recv', seq: 1, later: {} },
      // Received already.
      { topic, what: 'recv', seq: 1 },
    ])
      two.raw(JSON.stringify({ note }));
    expect((await two.ask('get', { topic: 'me', what: 'cred' })).ctrl?.code).toBe(204);
    expect(two.frames).toHaveLength(1);
    two.raw(JSON.stringify({ note: { topic, what: 'read', seq: 1 } }));
    await one.next(({ info }) => info?.what === 'read');
    const told = { topic: peer.chatId, from: peer.chatId, seq: 1 };
    expect(one.frames).toEqual([{ info: { ...told, what: 'recv' } }, { info: { ...told, what: 'read' } }]);
  });

  test('CHAT-26: packets are answered in their order, a subscription by its «ctrl» first, each section once', async () => {
    const { peer, one } = await talking();
    await one.ask('leave', { topic: peer.chatId });
    one.clear();
    const everything = 'desc sub tags cred aux data del';
    const topics = ['me', 'fnd', peer.chatId];
    for (const [at, topic] of topics.entries()) {
      one.raw(JSON.stringify({ sub: { id: `s${at}`, topic, get: { what: 'data desc' } } }));
      one.raw(JSON.stringify({ get: { id: `g${at}`, topic, what: everything } }));
      one.raw(JSON.stringify({ leave: { id: `l${at}`, topic } }));
    }
    await one.next(({ ctrl }) => ctrl?.id === 'l2');
    type Answer = { id?: string; topic?: string };
    const answers = one.frames.flatMap(({ ctrl, meta }): Answer[] => [ctrl ?? meta ?? []].flat());
    const ids = answers.map(({ id = '' }) => id);
    const order = topics.flatMap((_, at) => [`s${at}`, `g${at}`, `l${at}`]);
    expect(ids.filter((id, at) => id !== ids[at - 1])).toEqual(order);
    for (const [at, topic] of topics.entries()) {
      const of = (id: string) => answers.filter((answer) => answer.id === id);
      expect(of(`s${at}`)[0]).toMatchObject({ code: 200, topic });
      expect([of(`s${at}`).length, of(`g${at}`).length, of(`l${at}`).length]).toEqual([3, 7, 1]);
      expect(of(`g${at}`).every((answer) => answer.topic === topic)).toBe(true);
    }
  });

  test('CHAT-26: what is told skips who did it and goes once to everybody else: to the chat, or to the list', async () => {
    const { peer, one, two } = await talking();
    const [own, aside] = [await open(staff), await open(peer)];
    const everybody = [one, two, own, aside];
    for (const chat of everybody) await chat.ask('sub', { topic: 'me' });
    for (const chat of everybody) chat.clear();
    const publish = (content: string) => one.ask('pub', { topic: peer.chatId, noecho: true, content });
    await publish('раз');
    one.raw(JSON.stringify({ note: { topic: peer.chatId, what: 'kp' } }));
    await publish('два');
    await one.ask('pub', { topic: peer.chatId, content: 'три' });
    const last = ({ data, pres }: ChatFrame) => (data?.seq ?? pres?.seq) === 3;
    await Promise.all(everybody.map((chat) => chat.next(last)));
    const heard = (chat: RawChat) =>
      chat.frames.flatMap(({ data, pres, info }) =>
        data
          ? [`data ${data.topic} ${data.seq}`]
          : [pres, info].flatMap((told) =>
              // News of people coming online arrive at any time and are left out.
              told && told.what !== 'on'
                ? [[told.what, told.topic, told.src, told.seq, told.act].join(' ').trim()]
                : [],
            ),
      );
    const [mine, theirs] = [staff.chatId, peer.chatId];
    expect(heard(one)).toEqual([`data ${theirs} 3`]);
    expect(heard(two)).toEqual([`data ${mine} 1`, `kp ${mine}`, `data ${mine} 2`, `data ${mine} 3`]);
    expect(heard(own)).toEqual([1, 2, 3].map((seq) => `msg me ${theirs} ${seq}`));
    const [first, ...rest] = [1, 2, 3].map((seq) => `msg me ${mine} ${seq} ${mine}`);
    expect(heard(aside)).toEqual([first, `kp me ${mine}`, ...rest]);
  });

  test('CHAT-26: no frame carries what is empty; moments are of 24 characters', async () => {
    const { peer, one, two } = await talking();
    await one.ask('pub', { topic: peer.chatId, content: 'x' });
    await two.ask('del', { topic: staff.chatId, what: 'msg', delseq: [{ low: 1 }] });
    for (const topic of ['me', 'fnd', peer.chatId]) {
      await one.ask('leave', { topic });
      await one.all('sub', { topic, get: { what: 'desc sub tags cred aux data del' } });
    }
    const group = String((await one.ask('sub', { topic: 'new1', get: { what: 'desc sub aux' } })).ctrl?.topic);
    await one.all('get', { topic: group, what: 'desc sub aux data' });
    const wrong: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (path.endsWith('.content')) return;
      if (/\.(ts|updated|touched|created|when|expires)$/.test(path)) {
        if (!/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/.test(String(value))) wrong.push(`${path} ${value}`);
      } else if (typeof value === 'object' && value !== null) {
        if (!Object.keys(value).length) wrong.push(path);
        for (const [key, inner] of Object.entries(value)) look(inner, `${path}.${key}`);
      } else if (!value) wrong.push(`${path} ${value}`);
    };
    for (const frame of [...one.frames, ...two.frames]) look(frame, '');
    expect(wrong).toEqual([]);
    expect(one.frames.length).toBeGreaterThan(20);
  });
});

describe('hostile content', () => {
  const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
  const fmt = (count: number, each: object) =>
    JSON.stringify({ txt: 'x', fmt: Array.from({ length: count }, () => each) });

  test.each([
    ['lists in lists without end', nested(60_000, '[', ']'), 400],
    ['objects in objects without end', nested(15_000, '{"a":', '}').replace(':}', ':1}'), 400],
    ['a style for each of 30,000', fmt(30_000, {}), 202],
    ['ranges without end, below nothing and over each other', fmt(1_000, { at: -1e300, len: 1e300, key: -7 }), 202],
    ['half a letter', '"\\ud800"', 400],
    ['names of what every object has', '{"__proto__":{"txt":1},"constructor":1,"toString":null}', 202],
    ['a number without end', '1e999', 202],
  ])('CHAT-24 CHAT-26: %s is refused or kept as it came, and the line stays', async (_what, content, code) => {
    const peer = await colleague(room.app);
    const one = await open(staff);
    await one.ask('sub', { topic: peer.chatId });
    one.raw(`{"pub":{"id":"h","noecho":true,"topic":"${peer.chatId}","content":${content}}}`);
    expect((await one.next(({ ctrl }) => ctrl?.id === 'h' || ctrl?.code === 400)).ctrl?.code).toBe(code);
    const told = (await one.all('get', { topic: peer.chatId, what: 'data' })).flatMap(({ data }) => data ?? []);
    const right = code === 202 ? [JSON.parse(JSON.stringify(JSON.parse(content)))] : [];
    // Too long to be shown where it fails.
    expect(
      isDeepStrictEqual(
        told.map((data) => data.content),
        right,
      ),
    ).toBe(true);
  });
});

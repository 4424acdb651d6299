import fc from 'fast-check';
import WebSocket from 'ws';
import { CHAT_API_KEY, chatPassAnswer } from '#resources/protocol/chat/chat.ts';
import type { ComplaintRequest } from '#resources/protocol/chat/complaints.ts';
import type { TaskHeldMessage } from '#resources/protocol/requests/tasks.ts';
import { base64 } from '#tests/support/server/chat.ts';
import { type Bench, PATIENCE, saidOf, watchOthers } from './bench.ts';
import { mutations } from './mutations.ts';

/** Frames for each file of the other part. */
const FACTOR = 10;
/** Frames that one connection sends before and after signing in: few enough that most of them are read before a limit closes it. */
const BATCH = { nobody: 10, signedIn: 90 };
/** Connections at a time. */
const AT_ONCE = 8;
/** After so long a socket that neither answers a ping nor closes hangs, ms. */
const SILENCE = 10_000;

/** Frames as a client sends them. @param topic a topic that the sender may enter */
const framesOf = (topic: string): readonly object[] => [
  { hi: { id: '1', ver: '0.25.3', ua: 'fuzz' } },
  { acc: { id: '2', user: 'new', scheme: 'basic', secret: 'YTpi' } },
  { login: { id: '3', scheme: 'basic', secret: 'YTpi' } },
  { sub: { id: '4', topic: 'me', get: { what: 'desc sub data del', data: { limit: 24 } } } },
  { sub: { id: '5', topic, set: { desc: { private: { comment: 'а' } }, sub: { mode: 'JRWP' } } } },
  { leave: { id: '6', topic, unsub: false } },
  {
    pub: {
      id: '7',
      topic,
      noecho: true,
      head: { mime: 'text/x-drafty' },
      content: { txt: 'а', ent: [{}], fmt: [{ at: -1 }] },
    },
  },
  { get: { id: '8', topic, what: 'desc sub data del', sub: { limit: 9 }, data: { ranges: [{ low: 1, hi: 9 }] } } },
  { set: { id: '9', topic: 'me', desc: { public: { fn: 'Я' } }, tags: ['a:b'] } },
  { set: { id: '10', topic: 'fnd', desc: { public: 'Иванов,48' } } },
  { del: { id: '11', topic, what: 'msg', delseq: [{ low: 1, hi: 3 }], hard: true } },
  { note: { topic, what: 'read', seq: 1 } },
];

/** Frames of the console over `/ws/notifications`, and over `/ws/complaints`. */
const NOTIFICATIONS = [{ type: 'since', id: 1 }, { type: 'task-held', id: 1, held: true } satisfies TaskHeldMessage];
const COMPLAINTS: readonly ComplaintRequest[] = [
  { type: 'receive_preview_complaints', buildings: [1, 2] },
  { type: 'get_complaints', complaint_type: 'complaint', buildings: [1], page_size: 10, before: 100 },
  { type: 'get_complaints', complaint_type: 'appreciation' },
  { type: 'read_complaints', complaints_list: [1, 2, 3] },
];

interface Line {
  name: string;
  url: string;
  /** Frames that are sent as they are before the changed ones. */
  first: readonly string[];
  samples: readonly object[];
  /** Frames of one connection. */
  batch: number;
}

async function linesOf({ product, token }: Bench): Promise<Line[]> {
  const host = product.address.replace('http', 'ws');
  const headers = { authorization: `Token ${token}` };
  const pass = await fetch(`${product.address}/api/authorized/chat-pass/`, { method: 'POST', headers });
  const { login, password } = chatPassAnswer.parse(await pass.json());
  const chat = `${host}/v0/channels?apikey=${CHAT_API_KEY}`;
  const hi = JSON.stringify({ hi: { id: 'a', ver: '0.25.3', ua: 'fuzz' } });
  const secret = base64(`${login}:${password}`);
  const enter = JSON.stringify({ login: { id: 'b', scheme: 'basic', secret } });
  return [
    { name: 'chat, nobody', url: chat, first: [], samples: framesOf('me'), batch: BATCH.nobody },
    { name: 'chat, signed in', url: chat, first: [hi, enter], samples: framesOf('me'), batch: BATCH.signedIn },
    {
      name: 'notifications',
      url: `${host}/ws/notifications?token=${token}`,
      first: [],
      samples: NOTIFICATIONS,
      batch: BATCH.signedIn,
    },
    {
      name: 'complaints',
      url: `${host}/ws/complaints?token=${token}`,
      first: [],
      samples: COMPLAINTS,
      batch: BATCH.signedIn,
    },
  ];
}

/** A frame with some of its bytes changed, now and then sent as binary. */
const changed = (samples: readonly object[]) =>
  fc
    .tuple(fc.constantFrom(...samples), mutations, fc.integer({ min: 0, max: 9 }))
    .map(([sample, mutate, kind]): Buffer | string => {
      const bytes = mutate(Buffer.from(JSON.stringify(sample))).subarray(0, 16_000);
      return kind === 0 ? bytes : bytes.toString('utf8');
    });

/** One connection with a batch of frames. @returns how it ended: with the code of its close, or answering to the last */
async function send({ url, first }: Line, frames: readonly (Buffer | string)[]): Promise<string> {
  const socket = new WebSocket(url);
  const closed = new Promise<string>((resolve) => socket.on('close', (code) => resolve(String(code))));
  const failed = new Promise<string>((resolve) => socket.on('error', (error) => resolve(error.message)));
  const opened = new Promise<void>((resolve) => socket.on('open', resolve));
  const refused = await Promise.race([opened, failed]);
  if (refused) return refused;
  for (const frame of [...first, ...frames]) if (socket.readyState === WebSocket.OPEN) socket.send(frame);
  const answered = new Promise<string>((resolve) => socket.on('pong', () => resolve('answers')));
  if (socket.readyState === WebSocket.OPEN) socket.ping();
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('hangs'), SILENCE);
  });
  const end = await Promise.race([answered, closed, silent]);
  clearTimeout(timer);
  socket.terminate();
  return end;
}

/** Frames with random changes through every socket. @returns what went wrong: a socket hangs, or another call waited too long */
export async function fuzzSockets(bench: Bench): Promise<string[]> {
  const wrong: string[] = [];
  const lines = await linesOf(bench);
  const each = Math.ceil((bench.runs * FACTOR) / lines.length);
  for (const line of lines) {
    const frames = fc.sample(changed(line.samples), { numRuns: each, seed: bench.seed });
    const batches = Array.from({ length: Math.ceil(each / line.batch) }, (_, at) =>
      frames.slice(at * line.batch, (at + 1) * line.batch),
    );
    const next = batches.values();
    const ends = new Map<string, number>();
    // Making the frames keeps this process busy: others are watched from here on.
    const stop = watchOthers(bench.product, bench.token);
    const work = async () => {
      for (const batch of next) {
        const end = await send(line, batch);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const others = await stop();
    const told = [...ends].map(([end, count]) => `${count} × ${end}`).join(', ');
    console.log(`${line.name}: ${frames.length} frames; ${told}; ${saidOf(others)}`);
    if (others.longest > PATIENCE) wrong.push(`${line.name}: ${saidOf(others)}`);
    for (const end of ends.keys())
      if (!/^(answers|\d{4})$/.test(end) || end === '1011') wrong.push(`${line.name}: ${end}`);
  }
  return wrong;
}

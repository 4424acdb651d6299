import type { Chat } from './chat.ts';
import { type Extra, type Frame, type PacketName, readFrame } from './frames.ts';
import { get } from './packets/get.ts';
import { leave } from './packets/leave.ts';
import { note } from './packets/note.ts';
import { publish } from './packets/publish.ts';
import { remove } from './packets/remove.ts';
import { set } from './packets/set.ts';
import { account, hello, login } from './packets/sign-in.ts';
import { subscribe } from './packets/subscribe.ts';
import { refusalOf } from './refusal-of.ts';
import { type Asked, ChatRefusal, type Code, ctrl } from './replies.ts';
import type { Session } from './session.ts';

type Handler<Name extends PacketName> = (
  chat: Chat,
  session: Session,
  packet: Extract<Frame, { name: Name }>['packet'],
  extra: Extra,
) => Promise<void>;

const HANDLERS: { readonly [Name in PacketName]: Handler<Name> } = {
  hi: hello,
  acc: account,
  login,
  sub: subscribe,
  leave,
  pub: publish,
  get,
  set,
  del: remove,
  note,
};

/** Packets that wait before no more are read from the socket, and how few before reading goes on. */
const WAITING = { most: 64, few: 8 } as const;
/** RFC 6455: the message is too big. */
const TOO_BIG = 1009;
/** What is taken before anybody is signed in. */
const OPEN: ReadonlySet<PacketName> = new Set(['hi', 'acc', 'login', 'note']);

/** Reads a socket: one packet after the other, so that answers never overtake each other (A17). */
export function listen(chat: Chat, session: Session, sizeMax: number, onError: (error: unknown) => void): void {
  const { socket } = session;
  let turn: Promise<void> = Promise.resolve();
  let waiting = 0;
  socket.on('message', (data) => {
    const text = String(data);
    if (Buffer.byteLength(text) > sizeMax) return socket.close(TOO_BIG, 'message too big');
    // The application's own probe.
    if (text === '1') return socket.send('0');
    waiting += 1;
    if (waiting >= WAITING.most) socket.pause();
    turn = turn
      .then(() => (session.closed ? undefined : answer(chat, session, text)))
      .catch(onError)
      .finally(() => {
        waiting -= 1;
        if (waiting <= WAITING.few && socket.isPaused) socket.resume();
      });
  });
}

async function answer(chat: Chat, session: Session, text: string): Promise<void> {
  const frame = readFrame(text);
  if (!frame) return session.send(ctrl({}, 'malformed'));
  if ('wrong' in frame) return session.send(ctrl(frame.wrong, 'malformed'));
  const { name, packet, extra } = frame;
  const asked: Asked = {
    id: 'id' in packet ? packet.id : undefined,
    topic: 'topic' in packet ? packet.topic : undefined,
  };
  const early = tooEarly(session, name);
  if (early) return name === 'note' ? undefined : session.send(ctrl(asked, early));
  try {
    await (HANDLERS[name] as Handler<PacketName>)(chat, session, packet, extra);
  } catch (error) {
    if (name === 'note' && error instanceof ChatRefusal) return;
    const code = refusalOf(error);
    if (name !== 'note') session.send(ctrl(asked, code));
    if (code === 'internal') throw error;
  }
}

function tooEarly(session: Session, name: PacketName): Code | null {
  if (!session.greeted && name !== 'hi') return 'outOfOrder';
  if (!session.self && (!OPEN.has(name) || name === 'note')) return 'signInFirst';
  return null;
}

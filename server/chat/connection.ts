import type { Chat } from './chat.ts';
import { type Extra, type Frame, type PacketName, readFrame } from './frames.ts';
import { noteSecurity } from './note-security.ts';
import { get } from './packets/get.ts';
import { leave } from './packets/leave.ts';
import { note } from './packets/note.ts';
import { publish } from './packets/publish.ts';
import { remove } from './packets/remove.ts';
import { set } from './packets/set.ts';
import { account, hello, login } from './packets/sign-in.ts';
import { subscribe } from './packets/subscribe.ts';
import { chatErrorCode } from './refusal-of.ts';
import { ChatRefusal, type Code, ctrl, type ReplyTo } from './replies.ts';
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

/** Packets that are taken before anybody is signed in. */
const OPEN: ReadonlySet<PacketName> = new Set(['hi', 'acc', 'login', 'note']);

/** Reads a connection: one packet after the other, so that answers never overtake each other (A17). */
export function listen(chat: Chat, session: Session, onError: (error: unknown) => void): void {
  const { connection } = session;
  const take = (text: string) => {
    if (!isProbe(text)) return () => (session.closed ? Promise.resolve() : answer(chat, session, text));
    connection.send('0');
    return null;
  };
  connection.listen(take, onError, (text) => isProbe(text) || isNote(text));
}

/** The application's own probe. */
const isProbe = (text: string): boolean => text === '1';
/** Receipts and typing (A10), which a client sends by itself for what others write: others must not use its messages up. */
const isNote = (text: string): boolean => text.startsWith('{"note"');

async function answer(chat: Chat, session: Session, text: string): Promise<void> {
  const frame = readFrame(text);
  if (!frame) return session.send(ctrl({}, 'malformed'));
  if ('wrong' in frame) return session.send(ctrl(frame.wrong, 'malformed'));
  const { name, packet, extra } = frame;
  const replyTo: ReplyTo = {
    id: 'id' in packet ? packet.id : undefined,
    topic: 'topic' in packet ? packet.topic : undefined,
  };
  const early = tooEarly(session, name);
  if (early) return name === 'note' ? undefined : session.send(ctrl(replyTo, early));
  try {
    await (HANDLERS[name] as Handler<PacketName>)(chat, session, packet, extra);
  } catch (error) {
    if (name === 'note' && error instanceof ChatRefusal) return;
    const code = chatErrorCode(error);
    if (code === 'denied') noteSecurity(chat, session, { action: 'refused', reason: 'denied', where: `chat ${name}` });
    if (name !== 'note') session.send(ctrl(replyTo, code));
    if (code === 'internal') throw error;
  }
}

function tooEarly(session: Session, name: PacketName): Code | null {
  if (!session.greeted && name !== 'hi') return 'outOfOrder';
  if (!session.self && (!OPEN.has(name) || name === 'note')) return 'signInFirst';
  return null;
}

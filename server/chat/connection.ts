import type { Chat } from './chat.ts';
import { type ClientFrame, type Extra, type PacketName, readFrame } from './frames.ts';
import { recordChatRefusal } from './note-security.ts';
import { get } from './packets/get.ts';
import { leave } from './packets/leave.ts';
import { note } from './packets/note.ts';
import { publish } from './packets/publish.ts';
import { remove } from './packets/remove.ts';
import { set } from './packets/set.ts';
import { account, hello, login } from './packets/sign-in.ts';
import { subscribe } from './packets/subscribe.ts';
import { chatRefusalCode } from './refusal-code.ts';
import { ChatRefusal, type Code, ctrl, type ReplyTo } from './replies.ts';
import type { Session } from './session.ts';

type Handler<Name extends PacketName> = (
  chat: Chat,
  session: Session,
  packet: Extract<ClientFrame, { name: Name }>['packet'],
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

/** Packets that are accepted before sign-in; `note` is then dropped silently. */
const UNAUTHENTICATED_PACKETS: ReadonlySet<PacketName> = new Set(['hi', 'acc', 'login', 'note']);

/** Handles the packets of a connection one after another, so that answers never overtake each other (A17). */
export function handlePackets(chat: Chat, session: Session, onError: (error: unknown) => void): void {
  const { connection } = session;
  const handleText = (text: string) => {
    if (!isKeepAlive(text)) return () => (session.isClosed ? Promise.resolve() : answerPacket(chat, session, text));
    connection.send('0');
    return null;
  };
  connection.listen(handleText, onError, (text) => isKeepAlive(text) || isNote(text));
}

/** The client's own keep-alive probe. */
const isKeepAlive = (text: string): boolean => text === '1';
/**
 * Receipts and typing notices (A10): clients send them in response to others, so they must not use up the sender's rate limit.
 */
const isNote = (text: string): boolean => text.startsWith('{"note"');

async function answerPacket(chat: Chat, session: Session, text: string): Promise<void> {
  const frame = readFrame(text);
  if (!frame) return session.send(ctrl({}, 'malformed'));
  if ('wrong' in frame) return session.send(ctrl(frame.wrong, 'malformed'));
  const { name, packet, extra } = frame;
  const replyTo: ReplyTo = {
    id: 'id' in packet ? packet.id : undefined,
    topic: 'topic' in packet ? packet.topic : undefined,
  };
  const sequenceError = checkSequence(session, name);
  if (sequenceError) return name === 'note' ? undefined : session.send(ctrl(replyTo, sequenceError));
  try {
    await (HANDLERS[name] as Handler<PacketName>)(chat, session, packet, extra);
  } catch (error) {
    if (name === 'note' && error instanceof ChatRefusal) return;
    const code = chatRefusalCode(error);
    if (code === 'denied')
      recordChatRefusal(chat, session, { action: 'refused', reason: 'denied', where: `chat ${name}` });
    if (name !== 'note') session.send(ctrl(replyTo, code));
    if (code === 'internal') throw error;
  }
}

function checkSequence(session: Session, name: PacketName): Code | null {
  if (!session.isGreeted && name !== 'hi') return 'outOfOrder';
  if (!session.self && (!UNAUTHENTICATED_PACKETS.has(name) || name === 'note')) return 'signInFirst';
  return null;
}

import { type Chat, requireSignedIn } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { findSubscription, topicById } from '../queries/topic-queries.ts';
import { ChatRefusal } from '../replies.ts';
import type { Session } from '../session.ts';
import { fndSection, meSection, requestedSections, topicOfName, topicSection } from './sections.ts';
import { sendFrame } from './subscribe.ts';

/** Sections in the order they are answered. */
const ORDER = ['desc', 'sub', 'tags', 'cred', 'aux', 'data', 'del'] as const;
/** Sections of a person's topic that are answered to a session not attached to it. */
const OPEN: ReadonlySet<string> = new Set(['desc', 'sub']);

/** `get`: what is asked of a topic, one `ctrl` or `meta` a section (A5, A9, A17). */
export async function get(chat: Chat, session: Session, packet: Packet<'get'>): Promise<void> {
  const self = requireSignedIn(session);
  const named = requestedSections(packet);
  const sections = ORDER.filter((what) => named.has(what));
  if (!sections.length) throw new ChatRefusal('malformed');
  if (packet.topic === 'me') {
    for (const section of sections) send(session, await meSection(chat, self, packet, section, packet));
    return;
  }
  if (packet.topic === 'fnd') {
    if (!session.fnd) throw new ChatRefusal('denied');
    for (const section of sections) send(session, await fndSection(chat, session, packet, section));
    return;
  }
  const attached = session.attachedTo(packet.topic) ?? (await unattached(chat, session, packet.topic, sections));
  for (const section of sections) {
    session.hold();
    try {
      const frames = await topicSection(chat, self, attached, packet, section, packet);
      for (const frame of frames) sendFrame(session, attached.id, frame);
    } finally {
      session.release();
    }
  }
}

function send(session: Session, frames: readonly object[]): void {
  for (const frame of frames) session.send(frame);
}

async function unattached(chat: Chat, session: Session, name: string, sections: readonly string[]) {
  const self = requireSignedIn(session);
  const id = await topicOfName(chat, self, name);
  const subscription = id === null ? null : await findSubscription(chat.db, id, self.id);
  const topic = subscription && !subscription.deleted_at ? await topicById(chat.db, subscription.topic_id) : null;
  if (!topic) throw new ChatRefusal(sections.every((what) => OPEN.has(what)) ? 'noTopic' : 'denied');
  if (!sections.every((what) => OPEN.has(what))) throw new ChatRefusal('denied');
  return { id: topic.id, kind: topic.kind };
}

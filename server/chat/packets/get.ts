import { type Chat, requireSignedIn } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { findSubscription, topicById } from '../queries/topic-queries.ts';
import { ChatRefusal } from '../replies.ts';
import type { Session } from '../session.ts';
import { findTopicId, fndSection, meSection, requestedSections, topicSection } from './sections.ts';
import { sendFrame } from './subscribe.ts';

/** Sections in the order of their answers. */
const SECTION_ORDER = ['desc', 'sub', 'tags', 'cred', 'aux', 'data', 'del'] as const;
/** Sections of a topic that are also answered without being attached to it. */
const UNATTACHED_SECTIONS: ReadonlySet<string> = new Set(['desc', 'sub']);

/** `get`: answers the requested sections of a topic with one `ctrl` or `meta` each (A5, A9, A17). */
export async function get(chat: Chat, session: Session, packet: Packet<'get'>): Promise<void> {
  const self = requireSignedIn(session);
  const requested = requestedSections(packet);
  const sections = SECTION_ORDER.filter((section) => requested.has(section));
  if (!sections.length) throw new ChatRefusal('malformed');
  if (packet.topic === 'me') {
    for (const section of sections) sendFrames(session, await meSection(chat, self, packet, section, packet));
    return;
  }
  if (packet.topic === 'fnd') {
    if (!session.fnd) throw new ChatRefusal('denied');
    for (const section of sections) sendFrames(session, await fndSection(chat, session, packet, section));
    return;
  }
  const attached =
    session.attachedTo(packet.topic) ?? (await findUnattachedTopic(chat, session, packet.topic, sections));
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

function sendFrames(session: Session, frames: readonly object[]): void {
  for (const frame of frames) session.send(frame);
}

async function findUnattachedTopic(chat: Chat, session: Session, name: string, sections: readonly string[]) {
  const self = requireSignedIn(session);
  const id = await findTopicId(chat, self, name);
  const subscription = id === null ? null : await findSubscription(chat.db, id, self.id);
  const topic = subscription && !subscription.deleted_at ? await topicById(chat.db, subscription.topic_id) : null;
  if (!topic)
    throw new ChatRefusal(sections.every((section) => UNATTACHED_SECTIONS.has(section)) ? 'noTopic' : 'denied');
  if (!sections.every((section) => UNATTACHED_SECTIONS.has(section))) throw new ChatRefusal('denied');
  return { id: topic.id, kind: topic.kind };
}

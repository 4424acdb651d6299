import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { isStorable } from '#server/http/validation.ts';
import { type Chat, DELETE_MARK, mergeChange, publishChatEvent, requireSignedIn, serializeField } from '../chat.ts';
import { normalizeTag, parseFindQuery } from '../find-query.ts';
import type { Extra, Packet } from '../frames.ts';
import { linkPictures } from '../queries/file-queries.ts';
import { lockProfile, setProfile } from '../queries/me-queries.ts';
import { ChatRefusal, ctrl, type ReplyTo } from '../replies.ts';
import type { Session } from '../session.ts';
import { setTopic } from './set-topic.ts';

/** `set`: each part gets its own `ctrl` (A11). */
export async function set(chat: Chat, session: Session, packet: Packet<'set'>, extra: Extra): Promise<void> {
  requireSignedIn(session);
  if (!isStorable(packet)) throw new ChatRefusal('malformed');
  if (packet.topic === 'me') return setMe(chat, session, packet, extra);
  if (packet.topic === 'fnd') return setFind(session, packet);
  return setTopic(chat, session, packet, extra);
}

/** Sets the search query of a session (A6); `␡` clears it. */
function setFind(session: Session, packet: Packet<'set'>): void {
  if (!session.fnd) throw new ChatRefusal('attachFirst');
  const query = packet.desc?.public;
  if (typeof query !== 'string') throw new ChatRefusal('malformed');
  const parsedQuery = query === DELETE_MARK ? null : parseFindQuery(query);
  if (!parsedQuery && query !== DELETE_MARK) throw new ChatRefusal('malformed');
  session.findQuery = parsedQuery && parsedQuery.all.length + parsedQuery.any.length > 0 ? parsedQuery : null;
  session.send(ctrl(packet, 'ok'));
}

async function setMe(chat: Chat, session: Session, packet: Packet<'set'>, extra: Extra): Promise<void> {
  const { desc, tags } = packet;
  if (!desc && !tags) throw new ChatRefusal('malformed');
  if (desc) await setOwnDesc(chat, session, packet, desc, extra);
  if (tags) await setTags(chat, session, packet, tags);
}

type Desc = NonNullable<Packet<'set'>['desc']>;

async function setOwnDesc(chat: Chat, session: Session, replyTo: ReplyTo, desc: Desc, extra: Extra): Promise<void> {
  const self = requireSignedIn(session);
  if (desc.public === undefined && desc.private === undefined) throw new ChatRefusal('malformed');
  await chat.db.transaction().execute(async (trx) => {
    const profile = await lockProfile(trx, self.id);
    const change = {
      ...(desc.public === undefined ? {} : { public: serializeField(mergeChange(profile.public, desc.public)) }),
      ...(desc.private === undefined ? {} : { private: serializeField(mergeChange(profile.private, desc.private)) }),
    };
    await setProfile(trx, self.id, change, chat.now());
    await linkPictures(trx, self.id, extra.attachments ?? []);
    await publishChatEvent(chat, trx, { what: 'profile', by: self.id, skip: session.id });
  });
  session.send(ctrl(replyTo, 'ok'));
}

/** Computed tags: people cannot write them, and sending them changes nothing (CHAT-06). */
const COMPUTED_TAG = /^(resident$|(company|building|porch)_)/;

async function setTags(chat: Chat, session: Session, replyTo: ReplyTo, sentTags: readonly string[]): Promise<void> {
  const self = requireSignedIn(session);
  const normalizedTags = sentTags.length === 1 && sentTags[0] === DELETE_MARK ? [] : sentTags.map(normalizeTag);
  if (normalizedTags.some((tag) => tag === null)) throw new ChatRefusal('malformed');
  const tags = [
    ...new Set(normalizedTags.flatMap((tag) => (tag === null || COMPUTED_TAG.test(tag) ? [] : [tag]))),
  ].sort();
  if (tags.length > CHAT_LIMITS.maxTagCount) throw new ChatRefusal('policy');
  const changed = await chat.db.transaction().execute(async (trx) => {
    const profile = await lockProfile(trx, self.id);
    const added = tags.filter((tag) => !profile.tags.includes(tag)).length;
    const removed = profile.tags.filter((tag) => !tags.includes(tag)).length;
    if (!added && !removed) return null;
    await setProfile(trx, self.id, { tags }, chat.now());
    await publishChatEvent(chat, trx, { what: 'tags', by: self.id, skip: session.id });
    return { added, removed };
  });
  session.send(changed ? ctrl(replyTo, 'ok', changed) : ctrl(replyTo, 'notModified'));
}

import type { ChatPerson } from '#console/data/chat/people.ts';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { featuresNow } from '#console/data/session/features.ts';
import { has } from '#resources/language/features.ts';
import type { ChatContact, ChatProfileAnswer } from '#resources/protocol/chat/chat.ts';
import { decodeChatContacts, decodeChatProfile } from '#resources/protocol/chat/chat-answers.ts';
import { CHAT_CONTACTS_PATH, CHAT_PROFILE_PATH } from '#resources/protocol/paths/chat.ts';
import { RESIDENT_TAG, TAGS } from '#resources/rules/chat/tags.ts';

function asPerson(contact: ChatContact): ChatPerson {
  const resident = contact.kind === 'resident';
  const living = contact.units.flatMap(({ building, porch }) => [TAGS.building(building.id), TAGS.porch(porch.id)]);
  return {
    name: contact.chat_id,
    title: [contact.first_name, contact.last_name].filter(Boolean).join(' '),
    photo: contact.avatar,
    group: false,
    staff: !resident,
    position: contact.position,
    tags: resident ? [RESIDENT_TAG, ...new Set(living)] : contact.company ? [TAGS.company(contact.company.id)] : [],
    unread: 0,
    touched: 0,
    online: false,
    lastSeenAt: null,
    isKnown: false,
    muted: false,
  };
}

/** Colleagues by a part of their name; null where a server of the specification has no such list. */
export async function findColleagues(text: string, signal: AbortSignal): Promise<ChatPerson[] | null> {
  if (!has(featuresNow(), 'chat')) return null;
  const query = new URLSearchParams({ kind: 'company', search: text });
  try {
    const path = `${CHAT_CONTACTS_PATH}?${query}`;
    return (await ask(path, decodeChatContacts, { signal, report: false })).map(asPerson);
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

async function loadContacts(params: Record<string, string>, signal: AbortSignal): Promise<ChatContact[]> {
  // A server of the specification has no such list; then the contacts that are loaded are searched alone.
  if (!has(featuresNow(), 'chat')) return [];
  try {
    const path = `${CHAT_CONTACTS_PATH}?${new URLSearchParams(params)}`;
    return await ask(path, decodeChatContacts, { signal, report: false });
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** People found on the server by part of a name or phone, besides the loaded contacts. */
export async function findContacts(
  text: string,
  buildings: readonly number[],
  signal: AbortSignal,
): Promise<ChatPerson[]> {
  const found = await loadContacts({ search: text, buildings_id: buildings.join(',') }, signal);
  return found.map(asPerson);
}

/**
 * More about one contact from the server: their real name, which may differ from the one in the chat, and flats. Null
 * when it does not know them.
 */
export async function lookUpContact(name: string, signal: AbortSignal): Promise<ChatContact | null> {
  return (await loadContacts({ chat_id: name }, signal)).find(({ chat_id }) => chat_id === name) ?? null;
}

/** State and position of the contact (CHAT-21); null when the server does not tell. */
export async function loadChatProfile(name: string, signal: AbortSignal): Promise<ChatProfileAnswer | null> {
  try {
    const path = `${CHAT_PROFILE_PATH}?chat_id=${encodeURIComponent(name)}`;
    return await ask(path, decodeChatProfile, { signal, report: false });
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

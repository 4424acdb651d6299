import type { ChatPerson } from '#console/data/chat/people.ts';
import { ask } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { currentFeatures } from '#console/data/session/features.ts';
import { hasAddition } from '#resources/language/features.ts';
import type { ChatContact, ChatProfileAnswer } from '#resources/protocol/chat/chat.ts';
import { decodeChatContacts, decodeChatProfile } from '#resources/protocol/chat/chat-answers.ts';
import { CHAT_CONTACTS_PATH, CHAT_PROFILE_PATH } from '#resources/protocol/paths/chat.ts';
import { RESIDENT_TAG, TAGS } from '#resources/rules/chat/tags.ts';

function toChatPerson(contact: ChatContact): ChatPerson {
  const isResident = contact.kind === 'resident';
  const homeTags = contact.units.flatMap(({ building, porch }) => [TAGS.building(building.id), TAGS.porch(porch.id)]);
  return {
    name: contact.chat_id,
    title: [contact.first_name, contact.last_name].filter(Boolean).join(' '),
    photo: contact.avatar,
    group: false,
    staff: !isResident,
    position: contact.position,
    tags: isResident ? [RESIDENT_TAG, ...new Set(homeTags)] : contact.company ? [TAGS.company(contact.company.id)] : [],
    unread: 0,
    touched: 0,
    online: false,
    lastSeenAt: null,
    isKnown: false,
    muted: false,
  };
}

/** Finds colleagues by part of their name; null if the server has no contact search or it failed. */
export async function findColleagues(text: string, signal: AbortSignal): Promise<ChatPerson[] | null> {
  if (!hasAddition(currentFeatures(), 'chat')) return null;
  const query = new URLSearchParams({ kind: 'company', search: text });
  try {
    const path = `${CHAT_CONTACTS_PATH}?${query}`;
    return (await ask(path, decodeChatContacts, { signal, report: false })).map(toChatPerson);
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

async function loadContacts(params: Record<string, string>, signal: AbortSignal): Promise<ChatContact[]> {
  // Without this addition only the loaded contacts are searched.
  if (!hasAddition(currentFeatures(), 'chat')) return [];
  try {
    const path = `${CHAT_CONTACTS_PATH}?${new URLSearchParams(params)}`;
    return await ask(path, decodeChatContacts, { signal, report: false });
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** Finds people on the server by part of a name or phone; empty after an error. */
export async function findContacts(
  text: string,
  buildings: readonly number[],
  signal: AbortSignal,
): Promise<ChatPerson[]> {
  const contacts = await loadContacts({ search: text, buildings_id: buildings.join(',') }, signal);
  return contacts.map(toChatPerson);
}

/**
 * Looks up the real name of a contact, which may differ from the name in the chat, and the flats. Null if the server does
 * not know the contact.
 */
export async function lookUpContact(name: string, signal: AbortSignal): Promise<ChatContact | null> {
  return (await loadContacts({ chat_id: name }, signal)).find(({ chat_id }) => chat_id === name) ?? null;
}

/** Status and position of a contact (CHAT-21); null after an error. */
export async function loadChatProfile(name: string, signal: AbortSignal): Promise<ChatProfileAnswer | null> {
  try {
    const path = `${CHAT_PROFILE_PATH}?chat_id=${encodeURIComponent(name)}`;
    return await ask(path, decodeChatProfile, { signal, report: false });
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

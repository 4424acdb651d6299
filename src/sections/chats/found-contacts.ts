import type { ChatPerson } from '#console/data/chat/people.ts';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import type { ChatContact, ChatContactsAnswer, ChatProfileAnswer } from '#resources/protocol/chat.ts';
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
    seen: null,
    known: false,
    muted: false,
  };
}

/** Colleagues whose name fits, by name; null where a server of the specification has no such list. */
export async function findColleagues(text: string, signal: AbortSignal): Promise<ChatPerson[] | null> {
  const query = new URLSearchParams({ kind: 'company', search: text });
  try {
    const path = `/api/crm/chat-contacts/?${query}`;
    const { results } = unwrap(await request(path, { signal, report: false })) as ChatContactsAnswer;
    return results.filter(({ chat_id }) => chat_id).map(asPerson);
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

async function ask(wanted: Record<string, string>, signal: AbortSignal): Promise<ChatContact[]> {
  try {
    const path = `/api/crm/chat-contacts/?${new URLSearchParams(wanted)}`;
    return (unwrap(await request(path, { signal, report: false })) as ChatContactsAnswer).results;
  } catch (error) {
    // A server of the specification has no such list; then the contacts that are loaded are searched alone.
    if (error instanceof RequestError) return [];
    throw error;
  }
}

/** People of the server whose name or phone fits, beyond those that the chat has loaded. */
export async function findContacts(
  text: string,
  buildings: readonly number[],
  signal: AbortSignal,
): Promise<ChatPerson[]> {
  const found = await ask({ search: text, buildings_id: buildings.join(',') }, signal);
  return found.filter(({ chat_id }) => chat_id).map(asPerson);
}

/**
 * What the server knows of one contact besides: names apart, also of who calls himself otherwise in the chat, and flats. Null
 * when it does not know him.
 */
export async function lookUpContact(name: string, signal: AbortSignal): Promise<ChatContact | null> {
  return (await ask({ chat_id: name }, signal)).find(({ chat_id }) => chat_id === name) ?? null;
}

/** State and position of who one writes with (CHAT-21); null when the server does not tell. */
export async function loadChatProfile(name: string, signal: AbortSignal): Promise<ChatProfileAnswer | null> {
  try {
    const path = `/api/authorized/profile/?chat_id=${encodeURIComponent(name)}`;
    return unwrap(await request(path, { signal, report: false })) as ChatProfileAnswer;
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

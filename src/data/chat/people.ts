import type { Contact } from 'tinode-sdk';
import { inlinePicture, safeFile } from './safe-address.ts';

/** A person or group in the contact list. */
export interface ChatPerson {
  /** Name of the chat: `usr…`, `grp…`. */
  name: string;
  /** Name for display; empty when not known. */
  title: string;
  /** URL of the photo; null without one. */
  photo: string | null;
  group: boolean;
  /** Whether the person is an employee; null when the server does not tell. */
  staff: boolean | null;
  position: string;
  /** Tags that determine the section of the contact list (CHAT-06). */
  tags: readonly string[];
  unread: number;
  /** ms since 1970 of the last message; 0 before the first one. */
  touched: number;
  online: boolean;
  /** Last seen, ms since 1970; null while online or when not known. */
  lastSeenAt: number | null;
  /** There is a chat with them; false for mere search results. */
  isKnown: boolean;
  muted: boolean;
}

/** Photo of a profile as a URL, either of a file or `data:`. */
export function contactPhoto({ public: profile }: Pick<Contact, 'public'>): string | null {
  const photo = profile?.photo;
  if (!photo) return null;
  return safeFile(photo.ref) ?? inlinePicture(`image/${photo.type ?? 'jpeg'}`, photo.data);
}

const toTexts = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];

/**
 * Converts a contact of the SDK.
 * @param searchResult the same person in a search, where `private` contains the matching tags (A6)
 */
export function readPerson(name: string, contact: Contact, searchResult?: Contact): ChatPerson {
  const trusted = contact.trusted ?? searchResult?.trusted;
  const isKnown = contact !== searchResult;
  return {
    name,
    title: contact.public?.fn?.trim() ?? searchResult?.public?.fn?.trim() ?? '',
    photo: contactPhoto(contact) ?? (searchResult ? contactPhoto(searchResult) : null),
    group: name.startsWith('grp'),
    staff: trusted ? trusted.staff === true : null,
    position: trusted?.position ?? '',
    tags: [...new Set([...toTexts(trusted?.tags), ...toTexts(searchResult?.private)])],
    unread: isKnown ? Math.max(contact.unread ?? 0, 0) : 0,
    touched: isKnown ? (contact.touched?.getTime() ?? 0) : 0,
    online: contact.online === true,
    lastSeenAt: contact.online ? null : (contact.seen?.when?.getTime() ?? null),
    isKnown,
    muted: contact.acs?.isMuted?.() === true,
  };
}

/** Whether two lists of people are equal. */
export function arePeopleEqual(a: readonly ChatPerson[], b: readonly ChatPerson[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

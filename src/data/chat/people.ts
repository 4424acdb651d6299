import type { Contact } from 'tinode-sdk';
import { inlinePicture, safeFile } from './safe-address.ts';

/** A person or a group that one can write to. */
export interface ChatPerson {
  /** Name of the chat: `usr…`, `grp…`. */
  name: string;
  /** How the person or the group is called; empty when not known. */
  title: string;
  /** Address of the photo as it came; null without one. */
  photo: string | null;
  group: boolean;
  /** A member of staff; null when the server does not say. */
  staff: boolean | null;
  position: string;
  /** Tags that name the section of a contact (CHAT-06). */
  tags: readonly string[];
  unread: number;
  /** ms since 1970 of the last message; 0 before the first one. */
  touched: number;
  online: boolean;
  /** ms since 1970, when last seen; null while online or not known. */
  seen: number | null;
  /** There is a chat with them; else they were only found. */
  known: boolean;
  muted: boolean;
}

/** The photo of a profile, as an address or the picture itself. */
export function contactPhoto({ public: shown }: Pick<Contact, 'public'>): string | null {
  const photo = shown?.photo;
  if (!photo) return null;
  return safeFile(photo.ref) ?? inlinePicture(`image/${photo.type ?? 'jpeg'}`, photo.data);
}

const texts = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];

/**
 * A contact as the SDK has it.
 * @param searchResult what a search told of the same person: there `private` is the tags that matched (A6)
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
    tags: [...new Set([...texts(trusted?.tags), ...texts(searchResult?.private)])],
    unread: isKnown ? Math.max(contact.unread ?? 0, 0) : 0,
    touched: isKnown ? (contact.touched?.getTime() ?? 0) : 0,
    online: contact.online === true,
    seen: contact.online ? null : (contact.seen?.when?.getTime() ?? null),
    known: isKnown,
    muted: contact.acs?.isMuted?.() === true,
  };
}

/** Whether two lists of people say the same. */
export function samePeople(a: readonly ChatPerson[], b: readonly ChatPerson[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

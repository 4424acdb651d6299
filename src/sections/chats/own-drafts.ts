import { draftKey, readDraft, removeDraft, writeDraft } from '#console/data/drafts.ts';
import { session } from '#console/data/session.ts';

const keyOf = (name: string): string => draftKey(session.userId.get() ?? '', '/chats', `?chat_id=${name}`);

/** What was typed into a chat and not sent; empty for nothing. */
export function typedIn(name: string): string {
  const text = readDraft(keyOf(name))?.values.text;
  return typeof text === 'string' ? text : '';
}

/** Keeps what is typed into a chat, per chat and person. */
export function keepTyped(name: string, text: string): void {
  if (text.trim()) writeDraft(keyOf(name), { text });
  else removeDraft(keyOf(name));
}

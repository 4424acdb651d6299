import { forgetValues, keepValues, keptText } from '#console/data/drafts/kept-values.ts';

const draftKey = (name: string): string => `/chats?chat_id=${name}`;

/** The unsent text of a chat; empty if there is none. */
export function readDraft(name: string): string {
  return keptText(draftKey(name), 'text');
}

/** Stores the unsent text of a chat, per chat and person; a blank text removes it. */
export function saveDraft(name: string, text: string): void {
  if (text.trim()) keepValues(draftKey(name), { text });
  else forgetValues(draftKey(name));
}

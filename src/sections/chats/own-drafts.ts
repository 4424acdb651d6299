import { forgetValues, keepValues, keptText } from '#console/data/drafts/kept-values.ts';

const draftPlace = (name: string): string => `/chats?chat_id=${name}`;

/** The unsent text of a chat; empty if there is none. */
export function typedIn(name: string): string {
  return keptText(draftPlace(name), 'text');
}

/** Keeps the unsent text of a chat, per chat and person. */
export function keepTyped(name: string, text: string): void {
  if (text.trim()) keepValues(draftPlace(name), { text });
  else forgetValues(draftPlace(name));
}

import { forgetValues, keepValues, keptText } from '#console/data/drafts/kept-values.ts';

const draftPlace = (name: string): string => `/chats?chat_id=${name}`;

/** What was typed into a chat and not sent; empty for nothing. */
export function typedIn(name: string): string {
  return keptText(draftPlace(name), 'text');
}

/** Keeps what is typed into a chat, per chat and person. */
export function keepTyped(name: string, text: string): void {
  if (text.trim()) keepValues(draftPlace(name), { text });
  else forgetValues(draftPlace(name));
}

import type { ChatClient } from './client.ts';

let opening: Promise<ChatClient> | null = null;

/** The chat client of this page; the first call loads its code and connects. */
export function openChat(): Promise<ChatClient> {
  opening ??= import('./client.ts').then(
    ({ ChatClient }) => new ChatClient(),
    (error: unknown) => {
      opening = null;
      throw error;
    },
  );
  return opening;
}

import type { ChatClient } from './client.ts';

let opening: Promise<ChatClient> | null = null;

/** The chat of this page, opened by the first call; its code is loaded then. */
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

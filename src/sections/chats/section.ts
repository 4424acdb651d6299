import type { ConsoleSection } from '#console/app/sections.ts';
import { chatTally, onChatTally } from '#console/data/chat/tally.ts';
import { text } from '#i18n/console-text.ts';

/**
 * The chat. The menu entry needs the right to chats; the route is open to every signed-in person (PERM-18, G-02).
 */
export const chats: ConsoleSection = {
  name: 'chats',
  menu: {
    path: '/chats',
    label: text('chats.title'),
    icon: 'forum',
    needs: 'chats',
    count: { subscribe: onChatTally, now: () => chatTally().unread + chatTally().complaints, label: 'chats.waiting' },
  },
  routes: [{ path: '/chats', lazy: async () => ({ Component: (await import('./chats-page.tsx')).ChatsPage }) }],
};

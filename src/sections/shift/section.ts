import type { ConsoleSection } from '#console/app/sections.ts';
import { SHIFT_PAGE } from '#console/data/session/first-page.ts';
import { ru } from '#i18n/ru.ts';

/** The shift page, first in the menu; needs this server addition and the right to see requests or chats. */
export const shift: ConsoleSection = {
  name: 'shift',
  menu: {
    path: SHIFT_PAGE,
    label: ru.shell.shift,
    icon: 'event',
    needsAny: ['tasks', 'chats'],
    addition: 'shift',
  },
  routes: [{ path: SHIFT_PAGE, lazy: async () => ({ Component: (await import('./shift-page.tsx')).ShiftPage }) }],
};

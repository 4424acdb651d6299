import type { ConsoleSection } from '#console/app/sections.ts';
import { text } from '#i18n/text.ts';

/** The request board and its create form (B§2.1, B§2.2). */
export const tasks: ConsoleSection = {
  name: 'tasks',
  menu: { path: '/tasks', label: text('tasks.title'), icon: 'handyman', needs: 'tasks' },
  routes: [
    { path: '/tasks', lazy: async () => ({ Component: (await import('./board-page.tsx')).BoardPage }) },
    { path: '/create-task', lazy: async () => ({ Component: (await import('./create/create-page.tsx')).CreatePage }) },
  ],
  guarded: [{ path: '/tasks', needs: 'tasks', title: text('tasks.title') }],
};

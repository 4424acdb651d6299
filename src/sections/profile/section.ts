import type { ConsoleSection } from '#console/app/sections.ts';

/** Section of the reader's own profile; linked from the user block of the menu. */
export const profile: ConsoleSection = {
  name: 'profile',
  routes: [
    {
      path: '/profile',
      lazy: async () => ({ Component: (await import('./profile-page.tsx')).ProfilePage }),
    },
  ],
};

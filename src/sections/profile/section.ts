import type { ConsoleSection } from '#console/app/sections.ts';

/** The person's own page; reached from the person's block of the menu. */
export const profile: ConsoleSection = {
  name: 'profile',
  routes: [
    {
      path: '/profile',
      lazy: async () => ({ Component: (await import('./profile-page.tsx')).ProfilePage }),
    },
  ],
};

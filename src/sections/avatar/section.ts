import type { ConsoleSection } from '#console/app/sections.ts';

/** The person's own picture; reached from the profile. */
export const avatar: ConsoleSection = {
  name: 'avatar',
  routes: [
    {
      path: '/avatar',
      lazy: async () => ({ Component: (await import('./avatar-page.tsx')).AvatarPage }),
    },
  ],
};

import type { ConsoleSection } from '#console/app/sections.ts';

/** Section of the reader's own avatar; linked from the profile. */
export const avatar: ConsoleSection = {
  name: 'avatar',
  routes: [
    {
      path: '/avatar',
      lazy: async () => ({ Component: (await import('./avatar-page.tsx')).AvatarPage }),
    },
  ],
};

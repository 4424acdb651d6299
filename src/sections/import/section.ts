import type { ConsoleSection } from '#console/app/sections.ts';

/** Inviting residents by a list: the other way beside the form of the residents' definition (RES-23). */
export const residentImport: ConsoleSection = {
  name: 'import',
  routes: [
    {
      path: '/download-resident-form',
      lazy: async () => ({ Component: (await import('./import-page.tsx')).ImportPage }),
    },
  ],
};

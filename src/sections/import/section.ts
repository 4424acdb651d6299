import type { ConsoleSection } from '#console/app/sections.ts';

/** Section for inviting residents by a list, the alternative to the form for one resident (RES-23). */
export const residentImport: ConsoleSection = {
  name: 'import',
  routes: [
    {
      path: '/download-resident-form',
      lazy: async () => ({ Component: (await import('./import-page.tsx')).ImportPage }),
    },
  ],
};

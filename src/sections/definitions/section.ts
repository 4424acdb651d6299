import type { ConsoleSection } from '#console/app/sections.ts';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { ru } from '#i18n/ru.ts';
import { DEFINITIONS_PAGE } from './paths.ts';

/** Problems in files of added sections; in the menu of administrators while there are any. */
export const definitionFiles: ConsoleSection = {
  name: 'definition-files',
  menu: {
    path: DEFINITIONS_PAGE,
    label: ru.definitionFiles.menu,
    icon: 'description',
    troubled: true,
    offered: 'definition-files',
    within: true,
    count: { ...definitionTrouble, label: 'definitionFiles.count' },
  },
  routes: [
    {
      path: DEFINITIONS_PAGE,
      lazy: async () => ({ Component: (await import('./definitions-page.tsx')).DefinitionsPage }),
    },
    {
      path: `${DEFINITIONS_PAGE}/:name`,
      lazy: async () => ({ Component: (await import('./builder/builder-page.tsx')).BuilderPage }),
    },
  ],
};

import type { ConsoleSection } from '#console/app/sections.ts';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { ru } from '#i18n/ru.ts';
import { DEFINITIONS_PAGE } from './paths.ts';

/** Section of definition files, for administrators; without the builder it is in the menu only while there are problems. */
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

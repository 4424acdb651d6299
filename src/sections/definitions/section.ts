import type { ConsoleSection } from '#console/app/sections.ts';
import { definitionTrouble } from '#console/data/definition-trouble.ts';
import { ru } from '#i18n/ru.ts';
import { DEFINITIONS_PATH } from './paths.ts';

/** What is wrong with the files that add sections; in the menu of administrators while something is. */
export const definitionFiles: ConsoleSection = {
  name: 'definition-files',
  menu: {
    path: DEFINITIONS_PATH,
    label: ru.definitionFiles.menu,
    icon: 'description',
    troubled: true,
    offered: 'definition-files',
    within: true,
    count: { ...definitionTrouble, label: 'definitionFiles.count' },
  },
  routes: [
    {
      path: DEFINITIONS_PATH,
      lazy: async () => ({ Component: (await import('./definitions-page.tsx')).DefinitionsPage }),
    },
    {
      path: `${DEFINITIONS_PATH}/:name`,
      lazy: async () => ({ Component: (await import('./builder/builder-page.tsx')).BuilderPage }),
    },
  ],
};

import type { ConsoleSection } from '#console/app/sections.ts';
import { FIRST_STEPS_PAGE } from '#console/shell/page-links.ts';
import { ru } from '#i18n/ru.ts';

/** Section of the set-up steps of a company with a new database; in the menu until all are done. */
export const firstSteps: ConsoleSection = {
  name: 'first-steps',
  menu: { path: FIRST_STEPS_PAGE, label: ru.shell.firstSteps, icon: 'domain', addition: 'firstStepsLeft' },
  routes: [
    {
      path: FIRST_STEPS_PAGE,
      lazy: async () => ({ Component: (await import('./first-steps-page.tsx')).FirstStepsPage }),
    },
  ],
};

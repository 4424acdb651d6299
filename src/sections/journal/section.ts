import type { ConsoleSection } from '#console/app/sections.ts';
import { withSettingsArea } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const JOURNAL_PATH = '/settings/journal';
/** The tab marked as active on this page. */
const COMPANY_PATH = '/settings/company-profile';

/** The journal of actions, for administrators; needs this server addition. */
export const journal: ConsoleSection = {
  name: 'journal',
  tab: { path: JOURNAL_PATH, label: ru.settings.journal, addition: 'journal', aside: true },
  routes: [
    withSettingsArea(COMPANY_PATH, {
      path: JOURNAL_PATH,
      lazy: async () => ({ Component: (await import('./journal-page.tsx')).JournalPage }),
    }),
  ],
};

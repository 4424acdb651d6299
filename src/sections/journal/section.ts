import type { ConsoleSection } from '#console/app/sections.ts';
import { inSettings } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const JOURNAL = '/settings/journal';
/** The tab that is marked on its page. */
const COMPANY = '/settings/company-profile';

/** The journal of actions, for administrators of a server that keeps it. */
export const journal: ConsoleSection = {
  name: 'journal',
  tab: { path: JOURNAL, label: ru.settings.journal, addition: 'journal', aside: true },
  routes: [
    inSettings(COMPANY, {
      path: JOURNAL,
      lazy: async () => ({ Component: (await import('./journal-page.tsx')).JournalPage }),
    }),
  ],
};

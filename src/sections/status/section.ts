import type { ConsoleSection } from '#console/app/sections.ts';
import { inSettings } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const STATUS = '/settings/status';
/** The tab that is marked on its page. */
const COMPANY = '/settings/company-profile';

/** How the installation is, for administrators of a server that tells it. */
export const status: ConsoleSection = {
  name: 'status',
  tab: { path: STATUS, label: ru.settings.status, addition: 'status', aside: true },
  routes: [
    inSettings(COMPANY, {
      path: STATUS,
      lazy: async () => ({ Component: (await import('./status-page.tsx')).StatusPage }),
    }),
  ],
};

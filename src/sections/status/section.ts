import type { ConsoleSection } from '#console/app/sections.ts';
import { withSettingsArea } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const STATUS_PAGE_PATH = '/settings/status';
/** The tab marked as active on this page. */
const COMPANY_PATH = '/settings/company-profile';

/** Status of the installation, for administrators; needs this server addition. */
export const status: ConsoleSection = {
  name: 'status',
  tab: { path: STATUS_PAGE_PATH, label: ru.settings.status, addition: 'status', aside: true },
  routes: [
    withSettingsArea(COMPANY_PATH, {
      path: STATUS_PAGE_PATH,
      lazy: async () => ({ Component: (await import('./status-page.tsx')).StatusPage }),
    }),
  ],
};

import type { ConsoleSection } from '#console/app/sections.ts';
import { withSettingsArea } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const PERSONAL_DATA_PAGE_PATH = '/settings/personal-data';
/** The tab marked as active on this page. */
const COMPANY_PATH = '/settings/company-profile';

/** The data of one person, for administrators, if the server has this addition. */
export const personalData: ConsoleSection = {
  name: 'personal-data',
  tab: { path: PERSONAL_DATA_PAGE_PATH, label: ru.settings.personalData, addition: 'personalData', aside: true },
  routes: [
    withSettingsArea(COMPANY_PATH, {
      path: PERSONAL_DATA_PAGE_PATH,
      lazy: async () => ({ Component: (await import('./personal-data-page.tsx')).PersonalDataPage }),
    }),
  ],
};

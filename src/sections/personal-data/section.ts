import type { ConsoleSection } from '#console/app/sections.ts';
import { inSettings } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const PERSONAL_DATA = '/settings/personal-data';
/** The tab that is marked on its page. */
const COMPANY = '/settings/company-profile';

/** The data of one person, for administrators, if the server has this addition. */
export const personalData: ConsoleSection = {
  name: 'personal-data',
  tab: { path: PERSONAL_DATA, label: ru.settings.personalData, addition: 'personalData', aside: true },
  routes: [
    inSettings(COMPANY, {
      path: PERSONAL_DATA,
      lazy: async () => ({ Component: (await import('./personal-data-page.tsx')).PersonalDataPage }),
    }),
  ],
};

import type { ConsoleSection } from '#console/app/sections.ts';
import { withSettingsArea } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const POLICY_PATH = '/settings/second-factor';
/** The tab marked as active on this page. */
const COMPANY_PATH = '/settings/company-profile';

/** Policy of second factors, for administrators; needs this server addition. */
export const secondFactorPolicy: ConsoleSection = {
  name: 'second-factor',
  tab: { path: POLICY_PATH, label: ru.settings.secondFactor, addition: 'secondFactorPolicy', aside: true },
  routes: [
    withSettingsArea(COMPANY_PATH, {
      path: POLICY_PATH,
      lazy: async () => ({ Component: (await import('./policy-page.tsx')).PolicyPage }),
    }),
  ],
};

import type { ConsoleSection } from '#console/app/sections.ts';
import { inSettings } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const POLICY = '/settings/second-factor';
/** The tab that is marked on its page. */
const COMPANY = '/settings/company-profile';

/** The policy of second factors, for administrators of a server that has one. */
export const secondFactorPolicy: ConsoleSection = {
  name: 'second-factor',
  tab: { path: POLICY, label: ru.settings.secondFactor, addition: 'secondFactorPolicy', aside: true },
  routes: [
    inSettings(COMPANY, {
      path: POLICY,
      lazy: async () => ({ Component: (await import('./policy-page.tsx')).PolicyPage }),
    }),
  ],
};

import type { ConsoleSection } from '#console/app/sections.ts';
import { inSettings } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';
import { CLOSED, STRUCTURE, TABLE, UNITS } from './structure-address.ts';

const COMPANY = '/settings/company-profile';

/** The root of the settings area, which leads on to a page of it (SET-01), and its menu entry (SHELL-16). */
export const settings: ConsoleSection = {
  name: 'settings',
  menu: { path: '/settings', label: ru.settings.title, icon: 'settings', within: true },
  routes: [
    { path: '/settings', lazy: async () => ({ Component: (await import('./settings-root.tsx')).SettingsRoot }) },
  ],
};

/** The company, open to everybody (SET-44, SHELL-20). */
export const company: ConsoleSection = {
  name: 'company',
  tab: { path: COMPANY, label: ru.settings.company },
  routes: [
    inSettings(COMPANY, {
      path: COMPANY,
      lazy: async () => ({ Component: (await import('./company-page.tsx')).CompanyPage }),
    }),
  ],
};

/** The passport of a building: an address of its own (SET-43). */
export const passport: ConsoleSection = {
  name: 'building-passport',
  routes: [
    inSettings('buildings', {
      path: '/settings/building-passport',
      lazy: async () => ({ Component: (await import('./passport-page.tsx')).PassportPage }),
    }),
  ],
};

/** The structure of buildings, and closed buildings: for administrators, if the server has this addition. */
export const structure: ConsoleSection = {
  name: 'building-structure',
  routes: [
    inSettings('buildings', {
      path: STRUCTURE,
      lazy: async () => ({ Component: (await import('./structure-page.tsx')).StructurePage }),
    }),
    { path: TABLE, lazy: async () => ({ Component: (await import('./table-page.tsx')).TablePage }) },
    { path: UNITS, lazy: async () => ({ Component: (await import('./table-page.tsx')).UnitsPage }) },
    inSettings('buildings', {
      path: CLOSED,
      lazy: async () => ({ Component: (await import('./closed-page.tsx')).ClosedPage }),
    }),
  ],
};

import type { ConsoleSection } from '#console/app/sections.ts';
import { withSettingsArea } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';
import { BUILDINGS_IMPORT_PATH, CLOSED_PATH, STRUCTURE_PATH, UNITS_IMPORT_PATH } from './structure-address.ts';

const COMPANY_PATH = '/settings/company-profile';

/** `/settings`, which redirects to a settings page (SET-01), and its menu entry (SHELL-16). */
export const settings: ConsoleSection = {
  name: 'settings',
  menu: { path: '/settings', label: ru.settings.title, icon: 'settings', within: true },
  routes: [
    { path: '/settings', lazy: async () => ({ Component: (await import('./settings-root.tsx')).SettingsRoot }) },
  ],
};

/** Company profile, open to everybody (SET-44, SHELL-20). */
export const company: ConsoleSection = {
  name: 'company',
  tab: { path: COMPANY_PATH, label: ru.settings.company },
  routes: [
    withSettingsArea(COMPANY_PATH, {
      path: COMPANY_PATH,
      lazy: async () => ({ Component: (await import('./company-page.tsx')).CompanyPage }),
    }),
  ],
};

/** Building passport; has its own route (SET-43). */
export const passport: ConsoleSection = {
  name: 'building-passport',
  routes: [
    withSettingsArea('buildings', {
      path: '/settings/building-passport',
      lazy: async () => ({ Component: (await import('./passport-page.tsx')).PassportPage }),
    }),
  ],
};

/** Building structure, imports and closed buildings; the pages themselves check the server addition and the administrator. */
export const structure: ConsoleSection = {
  name: 'building-structure',
  routes: [
    withSettingsArea('buildings', {
      path: STRUCTURE_PATH,
      lazy: async () => ({ Component: (await import('./structure-page.tsx')).StructurePage }),
    }),
    {
      path: BUILDINGS_IMPORT_PATH,
      lazy: async () => ({ Component: (await import('./table-page.tsx')).BuildingsImportPage }),
    },
    { path: UNITS_IMPORT_PATH, lazy: async () => ({ Component: (await import('./table-page.tsx')).UnitsImportPage }) },
    withSettingsArea('buildings', {
      path: CLOSED_PATH,
      lazy: async () => ({ Component: (await import('./closed-page.tsx')).ClosedPage }),
    }),
  ],
};

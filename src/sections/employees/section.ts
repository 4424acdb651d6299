import type { ConsoleSection } from '#console/app/sections.ts';
import { withSettingsArea } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const ACCESS_PATH = '/settings/access';

/** Page with the employees of a building and their levels, below the tab of the employees. */
export const buildingAccess: ConsoleSection = {
  name: 'building-access',
  tab: {
    path: ACCESS_PATH,
    label: ru.employees.building.title,
    needs: 'employees',
    addition: 'employees',
    aside: true,
  },
  routes: [
    withSettingsArea('employees', {
      path: ACCESS_PATH,
      lazy: async () => ({ Component: (await import('./access-page.tsx')).BuildingAccessPage }),
    }),
  ],
  guarded: [{ path: ACCESS_PATH, needs: 'employees', title: ru.employees.building.title, area: true }],
};

import type { ConsoleSection } from '#console/app/sections.ts';
import { inSettings } from '#console/shell/settings-area.tsx';
import { ru } from '#i18n/ru.ts';

const ACCESS = '/settings/access';

/** The people of a building with their levels by section: a page of the employees' tab. */
export const buildingAccess: ConsoleSection = {
  name: 'building-access',
  tab: { path: ACCESS, label: ru.employees.building.title, needs: 'employees', addition: 'employees', aside: true },
  routes: [
    inSettings('employees', {
      path: ACCESS,
      lazy: async () => ({ Component: (await import('./access-page.tsx')).AccessPage }),
    }),
  ],
  guarded: [{ path: ACCESS, needs: 'employees', title: ru.employees.building.title, area: true }],
};

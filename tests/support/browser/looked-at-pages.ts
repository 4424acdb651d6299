/** Stands in an address for the name of a chat with long messages. */
export const CHAT = '{chat}';
/** A section of an installation's own, of `docs/examples`, with one record. */
export const OWN_SECTION = 'lift-inspections';

/** Pages that are looked at (tests/e2e/looks-pages.test.ts), under whom they are opened as; nobody is signed out. */
export const LOOKED_AT: readonly (readonly [who: string, as: number | null, addresses: readonly string[]])[] = [
  ['nobody', null, ['/auth', '/confirmation', '/setup']],
  [
    'an administrator',
    1,
    [
      '/news',
      '/create-news-form',
      '/edit-news-form?id=1',
      '/shift',
      '/tasks',
      '/tasks?view=list&period=month',
      '/create-task',
      '/chats',
      `/chats?chat_id=${CHAT}`,
      '/residents',
      '/residents?buildings_id=1',
      '/create-resident-form',
      '/edit-resident-form?id=8',
      '/download-resident-form',
      '/readings',
      '/add-readings',
      '/cameras',
      '/create-camera-form',
      '/edit-camera-form?id=1',
      '/edit-camera-form',
      '/profile',
      '/avatar',
      `/${OWN_SECTION}`,
      `/${OWN_SECTION}?id=1`,
      `/${OWN_SECTION}/edit?id=1`,
      '/zzz',
    ],
  ],
  [
    'an administrator in the settings',
    1,
    [
      '/first-steps',
      '/settings/services',
      '/settings/add-service',
      '/settings/edit-organisation?id=1',
      '/settings/stories',
      '/settings/add-story',
      '/settings/employees-permissions',
      '/settings/add-employee',
      '/settings/edit-employee?id=3',
      '/settings/access',
      '/settings/buildings',
      '/settings/create-building',
      '/settings/import-buildings',
      '/settings/import-units',
      '/settings/building-structure?id=1',
      '/settings/closed-buildings',
      '/settings/objects-form?id=1',
      '/settings/meters-readings?id=1',
      '/settings/meters-readings-form?id=1',
      '/settings/building-passport?id=1',
      '/settings/company-profile',
      '/settings/journal',
      '/settings/second-factor',
      '/settings/status',
      '/settings/personal-data?text=Калинина&person=1',
      '/definitions',
    ],
  ],
  ['who may only look', 6, ['/cameras']],
  ['who may nothing', 10, ['/cameras']],
];

/** Steps of a flow, which are no pages without what was done before: tests/e2e/access.test.ts walks and looks at them. */
export const WALKED_THROUGH: readonly string[] = [
  '/registration',
  '/password-change',
  '/password-change-logged',
  '/password-creating',
  '/second-step',
];

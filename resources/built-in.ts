import { completeDefinition } from './language/complete-definition.ts';
import type { Resource } from './language/define-resource.ts';
import { settingsBuildings } from './sections/buildings.ts';
import { cameras } from './sections/cameras.ts';
import { employees } from './sections/employees.ts';
import { news } from './sections/news.ts';
import { readingSettings } from './sections/reading-settings.ts';
import { readings } from './sections/readings.ts';
import { requests } from './sections/requests.ts';
import { residents } from './sections/residents.ts';

/** Built-in definitions by file name; the order of the menu is `MENU_ORDER` in `src/app/sections.ts`. */
export const DEFINITIONS = {
  'resources/sections/news.ts': news,
  'resources/sections/requests.ts': requests,
  'resources/sections/residents.ts': residents,
  'resources/sections/readings.ts': readings,
  'resources/sections/cameras.ts': cameras,
  'resources/sections/employees.ts': employees,
  'resources/sections/buildings.ts': settingsBuildings,
  'resources/sections/reading-settings.ts': readingSettings,
} as const;

/**
 * Every built-in section, for the console: equals `RESOURCES`, but without bundling the code that checks definitions (the
 * server does that at startup).
 */
export const BUILT_IN: readonly Resource[] = Object.values(DEFINITIONS).map((definition) =>
  completeDefinition(definition),
);

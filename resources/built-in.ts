import { cameras } from './cameras.ts';
import { employees } from './employees.ts';
import { completeDefinition } from './language/complete-definition.ts';
import type { Resource } from './language/define-resource.ts';
import { news } from './news.ts';
import { readingSettings } from './reading-settings.ts';
import { readings } from './readings.ts';
import { residents } from './residents.ts';
import { settingsBuildings } from './settings-buildings.ts';
import { taskBoard } from './task-board.ts';

/** Built-in definitions in menu order, by file name. */
export const DEFINITIONS = {
  'resources/news.ts': news,
  'resources/task-board.ts': taskBoard,
  'resources/residents.ts': residents,
  'resources/readings.ts': readings,
  'resources/cameras.ts': cameras,
  'resources/employees.ts': employees,
  'resources/settings-buildings.ts': settingsBuildings,
  'resources/reading-settings.ts': readingSettings,
} as const;

/**
 * Every built-in section in menu order, for the console: the same as `RESOURCES`, which the server
 * has checked before it answered, without the code that checks.
 */
export const BUILT_IN: readonly Resource[] = Object.values(DEFINITIONS).map((definition) =>
  completeDefinition(definition),
);

import type { Calendar } from './calendar.ts';
import type { DemoFiles } from './demo-files.ts';
import type { People } from './people.ts';
import type { DemoBuilding } from './places.ts';
import type { DemoSize } from './town-plan.ts';

/** What all areas of the demo company share. */
export interface DemoCompany {
  size: DemoSize;
  buildings: readonly DemoBuilding[];
  people: People;
  calendar: Calendar;
  demoFiles: DemoFiles;
  /** URL of the console without a trailing slash. */
  baseUrl: string;
}

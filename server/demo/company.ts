import type { Calendar } from './calendar.ts';
import type { DemoFiles } from './demo-files.ts';
import type { People } from './people.ts';
import type { Building } from './places.ts';
import type { DemoSize } from './town-plan.ts';

/** Common parts of every area of the demo company. */
export interface Company {
  size: DemoSize;
  buildings: readonly Building[];
  people: People;
  calendar: Calendar;
  demoFiles: DemoFiles;
  /** Address of the console, without a slash at the end. */
  baseUrl: string;
}

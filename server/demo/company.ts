import type { Calendar } from './calendar.ts';
import type { FileDesk } from './file-desk.ts';
import type { People } from './people.ts';
import type { Building } from './places.ts';
import type { DemoSize } from './town.ts';

/** What every area of the demo company is made from. */
export interface Company {
  size: DemoSize;
  buildings: readonly Building[];
  people: People;
  calendar: Calendar;
  desk: FileDesk;
  /** Address of the console, without a slash at the end. */
  baseUrl: string;
}

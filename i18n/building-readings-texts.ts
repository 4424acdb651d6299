import { addTexts } from './console-text.ts';
import { buildingReadings } from './ru/building-readings.ts';

/** What buildings collect: imported by what shows it. */
addTexts({ engine: { readings: buildingReadings } });

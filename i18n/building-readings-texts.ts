import { addTexts } from './console-text.ts';
import { buildingCard } from './ru/building-card.ts';
import { buildingReadings } from './ru/building-readings.ts';

/** What buildings collect, and their card: imported by what shows it. */
addTexts({ engine: { readings: buildingReadings }, settings: buildingCard });

import { addTexts } from './console-text.ts';
import { buildingCard } from './ru/building-card.ts';
import { buildingReadings } from './ru/building-readings.ts';

/** Reading types of buildings, and texts of their card: imported by code that shows them. */
addTexts({ engine: { readings: buildingReadings }, settings: buildingCard });

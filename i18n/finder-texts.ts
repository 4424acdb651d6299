import { addTexts } from './console-text.ts';
import { buildingWays } from './ru/building-ways.ts';
import { finder } from './ru/finder.ts';

/** The texts of the search over everything: imported by its box. */
addTexts({ finder, buildingPlan: { ways: buildingWays } });

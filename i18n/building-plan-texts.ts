import { addTexts } from './console-text.ts';
import { buildingPlan, newBuildingFields } from './ru/building-plan.ts';

/** The texts of making and changing buildings: imported by what draws it. */
addTexts({ buildingPlan, resources: { 'settings-buildings': newBuildingFields } });

// Runs first: it walks through every section, a minute.
import { describeJourneys } from '#tests/support/browser/journeys.ts';
import { SHAPE_SETS, type Shapes } from '#tests/support/browser/shape-sets.ts';

// `npm run fuzz -- shapes` names another one.
const { CONTRACT_SHAPES } = process.env;
describeJourneys(
  CONTRACT_SHAPES
    ? { how: CONTRACT_SHAPES, shapes: JSON.parse(CONTRACT_SHAPES) as Shapes }
    : { how: 'as they are', shapes: SHAPE_SETS.plain },
);

// Runs in test:all alone: sections built in full; one of them is built in builder-journeys.test.ts.
import { buildsItsFile } from '#tests/support/browser/built-sections.ts';
import { mouse } from '#tests/support/browser/hands.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

test.each([
  ['lift-inspections', 1440],
  ['contractor-acts', 1440],
  ['contractors', 1440],
  ['guest-passes', 900],
  ['parking-places', 900],
])('«%s» is built from nothing by mouse in a window of %i px, and is the file of the documents', (name, width) =>
  buildsItsFile(stage, name, mouse, width),
);

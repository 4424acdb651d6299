// Runs in test:all alone: sections built in full; one of them is built in builder-journeys.test.ts.
import { buildsItsFile } from '#tests/support/browser/built-sections.ts';
import { keyboard } from '#tests/support/browser/hands.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

test.each([
  ['lift-inspections', 900],
  ['contractor-acts', 900],
  ['parking-places', 900],
  ['guest-passes', 1440],
  ['contractors', 1440],
])(
  '«%s» is built from nothing by the keyboard alone in a window of %i px, and is the file of the documents',
  (name, width) => buildsItsFile(stage, name, keyboard, width),
);

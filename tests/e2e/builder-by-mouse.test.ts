// Runs in test:all alone: five sections of the documentation built by the mouse; section-builder.test.ts has a small one.
import { describeBuiltSections } from '#tests/support/browser/built-sections.ts';

describeBuiltSections('mouse', [
  ['lift-inspections', 1440],
  ['contractor-acts', 1440],
  ['contractors', 900],
  ['guest-passes', 900],
  ['parking-places', 1440],
]);

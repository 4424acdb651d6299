// Runs in test:all alone: five sections of the documentation built by the keyboard; section-builder-keyboard.test.ts has a small one, and the builder's own keys are tested by component.
import { describeBuiltSections } from '#tests/support/browser/built-sections.ts';

describeBuiltSections('keyboard', [
  ['lift-inspections', 900],
  ['contractor-acts', 900],
  ['contractors', 1440],
  ['guest-passes', 1440],
  ['parking-places', 900],
]);

// Runs in test:all alone: the tour of own-company-tour.test.ts once more, on a telephone.
import { WINDOWS, walkOwnCompany } from '#tests/support/browser/own-company-tour.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage({ env: { DEMO: 'off' } });

test('from an empty folder to the first announcement that an invited employee sees, on a telephone', () =>
  walkOwnCompany(stage, 'phone', WINDOWS.phone));

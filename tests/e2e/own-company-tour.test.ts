import { WINDOWS, walkOwnCompany } from '#tests/support/browser/own-company-tour.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage({ env: { DEMO: 'off' } });

test('from an empty folder to the first announcement that an invited employee sees', () =>
  walkOwnCompany(stage, 'desk', WINDOWS.desk));

import { checkSources } from './checks.mjs';
import { ensurePackages } from './packages.mjs';
import { conclude, jest } from './steps.mjs';

/** `npm run check`: types, lint, format, import rules and texts, in less than a minute and without a browser or a database. */
const began = performance.now();
if (await ensurePackages()) {
  await checkSources(() =>
    jest('texts', ['--selectProjects', 'console', '--runTestsByPath', 'tests/console/texts.test.ts']),
  );
}
conclude(began);

import { findChromium } from './chromium.mjs';
import { jestEnvironment, program } from './steps.mjs';

/**
 * One jest project for daily work: `npm run test:console -- session` runs the console's test files
 * whose path has «session» in it; `-t CAM-10` picks tests by name.
 */
const [project, ...rest] = process.argv.slice(2);
const chromium = project === 'e2e' ? await findChromium() : undefined;
process.exitCode = await program(
  process.execPath,
  // The project comes last: its option takes every word that follows.
  ['node_modules/jest/bin/jest.js', '-c', 'tests/jest.config.mjs', ...rest, '--selectProjects', project],
  { env: jestEnvironment(chromium ? { CHROMIUM_PATH: chromium } : {}) },
);

import { buildConsole } from '../../server/start/console-build.mjs';
import { buildServer } from '../../server/start/server-build.mjs';
import { jestEnvironment, program } from './steps.mjs';

/**
 * One jest project for daily work: `npm run test:console -- session` runs the console's test files
 * whose path has «session» in it; `-t CAM-10` picks tests by name.
 */
const [project, ...rest] = process.argv.slice(2);
if (project === 'e2e') {
  // Once, before the files of tests that run at one time would each do it.
  await buildConsole();
  await buildServer();
}
process.exitCode = await program(
  process.execPath,
  // The project comes last: its option takes every word that follows.
  ['node_modules/jest/bin/jest.js', '-c', 'tests/jest.config.mjs', ...rest, '--selectProjects', project],
  { env: jestEnvironment() },
);

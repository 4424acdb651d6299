import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseFiles, filesOfAllAlone } from './run/file-marks.mjs';
import { findProxy, PROXIES } from './run/proxies.mjs';

const require = createRequire(import.meta.url);
const rootDir = dirname(dirname(fileURLToPath(import.meta.url)));

const parser = { syntax: 'typescript', tsx: true, importAttributes: true };
const swc = (extra) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      parser,
      target: 'es2022',
      transform: { react: { runtime: 'automatic' } },
      experimental: { keepImportAttributes: true },
    },
    ...extra,
  },
];

/**
 * Tests of the server, and of the rules both sides share: plain Node, with TypeScript by tsx. All files of a worker
 * share one set of loaded modules, so no file may leave anything behind in them.
 */
const onNode = {
  rootDir,
  runner: 'jest-light-runner',
  testEnvironment: 'node',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  setupFiles: ['<rootDir>/tests/support/typescript.mjs'],
  setupFilesAfterEnv: ['<rootDir>/tests/support/bounded.ts', '<rootDir>/tests/support/server/engine.ts'],
  // A dependency's own tests or a built copy of the product are not ours to find.
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data', '<rootDir>/.cache'],
};

/** Native ESM in a world of its own for each file: browser tests, and those that put another module in the place of ours. */
const alone = {
  ...onNode,
  runner: 'jest-runner',
  transform: { '\\.tsx?$': swc({ module: { type: 'es6' } }) },
  setupFiles: [],
  setupFilesAfterEnv: [],
};
const ALONE = ['<rootDir>/tests/server/chat/line.test.ts'];

/** CommonJS in jsdom: react-admin's and MUI's CommonJS builds load three times faster than their ESM. */
const onScreen = {
  rootDir,
  testEnvironment: '<rootDir>/tests/support/console/environment.cjs',
  runtime: '<rootDir>/tests/support/console/runtime.cjs',
  transform: { '\\.(tsx?|m?js)$': swc({ module: { type: 'commonjs' } }) },
  transformIgnorePatterns: [
    '/node_modules/(?!(@marcbachmann/cel-js|react-hotkeys-hook|saxen|yet-another-react-lightbox)/)',
  ],
  moduleNameMapper: {
    // All that the console uses of react-admin is its core: its drawn widgets would double what each test file loads.
    '^react-admin$': require.resolve('ra-core'),
    '^dom-accessibility-api$': '<rootDir>/tests/support/console/accessible-names.cjs',
    // The build finds these files by itself (tests/resources/own-folder.test.ts); jest has no build.
    '/own-slots\\.ts$': '<rootDir>/tests/support/console/no-own-slots.ts',
    // Workers are started by what only the build can make.
    '/open-record-worker\\.ts$': '<rootDir>/tests/support/console/record-worker.ts',
    '\\.module\\.css$': '<rootDir>/tests/support/console/css-module.cjs',
    '\\.(css|svg|webp|png)(\\?\\w+)?$': '<rootDir>/tests/support/console/asset.cjs',
  },
  setupFilesAfterEnv: ['<rootDir>/tests/support/console/setup.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data', '<rootDir>/.cache'],
};

/** Set by `npm test`, which leaves the marked files to `npm run test:all`. */
const leftToAll = process.env.TESTS === 'essential' ? filesOfAllAlone() : [];
/** Set by `npm test` where there is a PostgreSQL, on which these files run then. */
const leftToPostgres = process.env.SQL_TESTS === 'postgres' && !process.env.TEST_DATABASE_URL ? databaseFiles() : [];
const left = [...leftToAll, ...leftToPostgres].map((file) => `<rootDir>/${file}$`);

/** @type {import('jest').Config} */
export default {
  rootDir,
  cacheDirectory: `${rootDir}/.cache/jest`,
  testSequencer: '<rootDir>/tests/run/longest-first.mjs',
  // It ends what hangs: a machine ten times slower than a quick one still passes.
  testTimeout: 480_000,
  // A process of many files has a heap of a gigabyte to give back when it ends, ms.
  workerGracefulExitTimeout: 10_000,
  projects: [
    { ...onNode, displayName: 'resources', testMatch: ['<rootDir>/tests/resources/**/*.test.ts'] },
    {
      ...onNode,
      displayName: 'server',
      testMatch: ['<rootDir>/tests/server/**/*.test.ts', '<rootDir>/tests/access/**/*.test.ts'],
      testPathIgnorePatterns: ALONE,
    },
    { ...alone, displayName: 'alone', testMatch: ALONE },
    { ...onScreen, displayName: 'console', testMatch: ['<rootDir>/tests/console/**/*.test.{ts,tsx}'] },
    {
      ...alone,
      displayName: 'e2e',
      testEnvironment: '<rootDir>/tests/support/browser/environment.cjs',
      testMatch: ['<rootDir>/tests/e2e/**/*.test.ts', '<rootDir>/tests/bytes/**/*.test.ts'],
      // `npm test` says so, and fails in CI.
      testPathIgnorePatterns: Object.keys(PROXIES).some(findProxy) ? [] : ['<rootDir>/tests/e2e/proxy.test.ts'],
    },
  ].map((project) => ({
    ...project,
    testPathIgnorePatterns: [...(project.testPathIgnorePatterns ?? []), ...left],
    cacheDirectory: `${rootDir}/.cache/jest`,
  })),
};

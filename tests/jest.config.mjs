import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Native ESM on Node: what runs on the server and the rules both sides share. */
const onNode = {
  rootDir,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': swc({ module: { type: 'es6' } }) },
  setupFilesAfterEnv: ['<rootDir>/tests/support/server/setup.ts'],
  // A dependency's own tests or a built copy of the product are not ours to find.
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data', '<rootDir>/.cache'],
};

/** CommonJS in jsdom: react-admin's and MUI's CommonJS builds load three times faster than their ESM. */
const onScreen = {
  rootDir,
  testEnvironment: '<rootDir>/tests/support/console/environment.cjs',
  transform: { '\\.(tsx?|m?js)$': swc({ module: { type: 'commonjs' } }) },
  transformIgnorePatterns: ['/node_modules/(?!(react-hotkeys-hook|yet-another-react-lightbox)/)'],
  moduleNameMapper: {
    // All that the console uses of react-admin is its core: its drawn widgets would double what each test file loads.
    '^react-admin$': require.resolve('ra-core'),
    // What the build finds by itself (tests/resources/own-folder.test.ts); jest has no build.
    '/own-slots\\.ts$': '<rootDir>/tests/support/console/no-own-slots.ts',
    '\\.module\\.css$': '<rootDir>/tests/support/console/css-module.cjs',
    '\\.(css|svg|webp|png)(\\?\\w+)?$': '<rootDir>/tests/support/console/asset.cjs',
  },
  setupFilesAfterEnv: ['<rootDir>/tests/support/console/setup.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data', '<rootDir>/.cache'],
};

/** @type {import('jest').Config} */
export default {
  rootDir,
  cacheDirectory: `${rootDir}/.cache/jest`,
  testTimeout: 60_000,
  projects: [
    { ...onNode, displayName: 'resources', testMatch: ['<rootDir>/tests/resources/**/*.test.ts'] },
    {
      ...onNode,
      displayName: 'server',
      testEnvironment: '<rootDir>/tests/support/server/environment.cjs',
      testMatch: ['<rootDir>/tests/server/**/*.test.ts', '<rootDir>/tests/access/**/*.test.ts'],
    },
    { ...onScreen, displayName: 'console', testMatch: ['<rootDir>/tests/console/**/*.test.{ts,tsx}'] },
    {
      ...onNode,
      displayName: 'e2e',
      testEnvironment: '<rootDir>/tests/support/browser/environment.cjs',
      testMatch: ['<rootDir>/tests/e2e/**/*.test.ts', '<rootDir>/tests/bytes/**/*.test.ts'],
    },
  ].map((project) => ({ ...project, cacheDirectory: `${rootDir}/.cache/jest` })),
};

import parser from '@typescript-eslint/parser';
import regexp from 'eslint-plugin-regexp';
import { linearLoops } from './run/linear-loops.mjs';

/**
 * Regular expressions alone; everything else is biome's. One that takes more than linear time lets a short text hold the
 * process.
 * @type {import('eslint').Linter.Config[]}
 */
export default [
  {
    files: ['**/*.{ts,tsx,mjs}'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { regexp, own: { rules: { 'linear-loops': linearLoops } } },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false, ignorePartial: false }],
      'own/linear-loops': 'error',
    },
  },
];

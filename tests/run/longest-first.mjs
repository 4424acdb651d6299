import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { filesToRunFirst } from './file-marks.mjs';

/** Jest's order, where a fresh clone goes by the size of files, with the files first that are marked so. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const marked = new Set(filesToRunFirst());
    const isFirst = ({ path, context }) => marked.has(relative(context.config.rootDir, path));
    const sorted = super.sort(tests);
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))];
  }
}

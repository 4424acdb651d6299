import type { Port } from '#server/work-process.ts';

/** Work of two parts: the process ends after the first part, or at the request for the second one at the latest. */
export type EndingWork = 'begin' | 'next';

/** What a process answers that is asked for the second part without the first. */
export interface EndingAnswer {
  kind: 'first' | 'nothing-begun';
}

const EXIT_CODE = 3;

export function answerWork(port: Port<EndingWork, EndingAnswer>): void {
  let hasBegun = false;
  port.on('message', (work) => {
    if (work === 'next') return hasBegun ? process.exit(EXIT_CODE) : port.send?.({ kind: 'nothing-begun' });
    hasBegun = true;
    port.send?.({ kind: 'first' });
    // Later, so that the answer is written before.
    return setTimeout(() => process.exit(EXIT_CODE), 50);
  });
}

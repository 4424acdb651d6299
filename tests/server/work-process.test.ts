import { setTimeout as delay } from 'node:timers/promises';
import { WorkProcess } from '#server/work-process.ts';
import type { EndingAnswer, EndingWork } from '#tests/support/server/ending-work.ts';

const MODULE = new URL('../support/server/ending-work.ts', import.meta.url);
const ENDED = { kind: 'ended', failure: 'it ended with code 3' };

describe('work in a process of its own', () => {
  it('that ends between two parts of its answer is told to each later request, and the next work has a new process', async () => {
    const work = new WorkProcess<EndingWork, EndingAnswer>({ module: MODULE, cpuTimeMs: 60_000, memory: 256 });
    const readTwice = () =>
      work.run(async () => {
        const first = await work.request('begin');
        // The process has usually ended by then; if not, it ends at the next request, with the same answer.
        await delay(1_000);
        return [first, await work.request('next'), await work.request('next')];
      });
    expect(await readTwice()).toEqual([{ kind: 'first' }, ENDED, ENDED]);
    expect(await readTwice()).toEqual([{ kind: 'first' }, ENDED, ENDED]);
  });
});

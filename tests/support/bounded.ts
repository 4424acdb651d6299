import { addEventHandler } from 'jest-circus';

/** A test or a hook that takes longer hangs, however busy the machine is, ms. It may say otherwise. */
const LONGEST = 240_000;

type Work = (...args: unknown[]) => unknown;

/** The same work, failed when it takes longer. */
function bounded(work: Work, ms: number): () => Promise<unknown> {
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It has not ended after ${ms} ms`)), ms);
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

// The light runner knows no timeouts.
addEventHandler((event, state) => {
  const { children, hooks } = state.currentDescribeBlock;
  const added = event.name === 'add_test' ? children.at(-1) : event.name === 'add_hook' ? hooks.at(-1) : undefined;
  if (added && added.type !== 'describeBlock' && added.fn)
    added.fn = bounded(added.fn as Work, added.timeout ?? LONGEST);
});

// Programs that a test starts are not run as the tests are.
delete process.env.NODE_OPTIONS;

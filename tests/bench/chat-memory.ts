import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Chatter } from '#tests/support/server/chat.ts';
import type { CrowdTask } from './chat-crowd.ts';
import type { Figure } from './figures.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Memory of the process after garbage collection, bytes. */
async function held(): Promise<{ heap: number; rss: number }> {
  for (let round = 0; round < 5; round += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}

/**
 * Memory that a connection costs the server; the clients are another process. The crowd comes and goes once before, so that objects
 * made only once are not counted.
 */
export async function connectionCost(host: string, people: readonly Chatter[]): Promise<Figure[]> {
  const task: CrowdTask = {
    host,
    people: people.map(({ token }, at) => ({ token, peer: people[at ^ 1]?.chatId ?? '' })),
  };
  const gather = async () => {
    const crowd = fork(fileURLToPath(new URL('chat-crowd.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
    const said = async (word: string) => {
      const [answer] = await once(crowd, 'message');
      if (answer !== word) throw new Error(`The crowd said ${String(answer)}`);
    };
    const came = said('here');
    const before = process.cpuUsage();
    crowd.send(task);
    await came;
    const { user, system } = process.cpuUsage(before);
    const leave = async () => {
      const left = said('left');
      crowd.send('leave');
      await left;
    };
    return { cpu: (user + system) / 1_000, leave };
  };
  await (await gather()).leave();
  const { cpu, leave } = await gather();
  const together = await held();
  await leave();
  const without = await held();
  const share = (bytes: number) => bytes / people.length / 1024;
  return [
    {
      name: 'A connection, signed in and attached: heap and buffers of the server',
      value: share(together.heap - without.heap),
      unit: 'KB',
    },
    {
      name: 'A connection, signed in and attached: resident memory of the server',
      value: share(together.rss - without.rss),
      unit: 'KB',
    },
    {
      name: 'A sign-in by token with contacts and a chat: CPU of the server and its embedded database',
      value: cpu / people.length,
      unit: 'ms',
    },
  ];
}

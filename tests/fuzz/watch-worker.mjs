/**
 * Calls the server all the while, on a thread of its own: what the fuzzing itself is busy with does not count. Told to end, it says
 * the longest time that a call took, ms, and the longest for which the main thread of the server was at work during one: the rest is
 * waiting for a processor or a disk, which other programs of a busy machine have.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Between two calls, ms. */
const EVERY = 20;
const { address, token, pid } = workerData;
/** For how long the main thread of the server has been at work so far, ms. */
const work = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
let [isOver, longest, worked] = [false, 0, 0];
parentPort?.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const [began, before] = [performance.now(), work()];
  const answer = await fetch(`${address}/api/crm/profile/current/`, { headers: { authorization: `Token ${token}` } });
  await answer.arrayBuffer();
  longest = Math.max(longest, performance.now() - began);
  worked = Math.max(worked, work() - before);
  await pause(EVERY);
}
parentPort?.postMessage({ longest, worked });

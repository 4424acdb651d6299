import { controls } from './controls.mjs';
import { rightWays } from './right-ways.mjs';
import { startWalk } from './walk.mjs';
import { moreWrongWays, wrongWays } from './wrong-ways.mjs';

/** Drives every call the right way, then wrong ways, then the controls. @returns what was not as it should be */
export async function contractFailures() {
  const walk = await startWalk();
  try {
    const known = await rightWays(walk);
    await wrongWays(walk, known);
    await moreWrongWays(walk, known);
    known.c.w.close();
    await controls(walk, known);
  } finally {
    await walk.stop();
  }
  return walk.failures;
}

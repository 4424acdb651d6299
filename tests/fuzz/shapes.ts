import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SHAPES } from '#tests/contract/state.mjs';

const TEST = ['tests/run/jest.mjs', 'e2e', '--runTestsByPath', 'tests/e2e/contract-plain.test.ts'];

/** Walks all journeys on the contract server in each of its answer shapes alone; jest tells what went wrong. */
export async function walkShapes(): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, [, ...others]] of Object.entries(SHAPES)) {
    for (const variant of others) {
      const env = { ...process.env, CONTRACT_SHAPES: JSON.stringify({ [name]: variant }) };
      const [code] = await once(spawn(process.execPath, TEST, { env, stdio: 'inherit' }), 'exit');
      if (code !== 0) wrong.push(`The journeys where ${name} is ${variant}: see above`);
    }
  }
  return wrong;
}

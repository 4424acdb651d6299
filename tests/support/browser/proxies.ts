import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { findProxy, PROXIES } from '#tests/run/proxies.mjs';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Options of a proxy. */
export interface ProxySetup {
  /** A folder of its own, which is thrown away. */
  folder: string;
  /** Ports for HTTP and for TLS. */
  plain: number;
  secure: number;
}

/** A proxy that runs. */
export interface RunningProxy extends ProxySetup {
  /** One call over TLS. */
  call(
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: Buffer | string,
  ): Promise<{ status: number | undefined; text: string }>;
  stop(): Promise<void>;
}

/**
 * An example of the documentation with the addresses of a test in it.
 * @throws when it has not each of them once
 */
export function fitted(example: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`The example has not one of ${from}`);
    return text.replace(from, to);
  }, example);
}

/**
 * Starts a proxy and waits until a process of the console answers through it.
 * @param prepare writes what it needs into its folder. @returns its arguments and what is added to its environment
 * @throws with what it said when it does not start
 */
export async function startProxy(
  name: keyof typeof PROXIES,
  prepare: (setup: ProxySetup) => Promise<{ args: string[]; env?: Record<string, string> }>,
): Promise<RunningProxy> {
  const program = findProxy(name);
  if (!program)
    throw new Error(`No ${name}: \`npm test\` installs it where CI says so, or install Debian’s ${PROXIES[name]}.`);
  const setup = {
    folder: await mkdtemp(join(tmpdir(), `upravdom-${name}-`)),
    plain: await freePort(),
    secure: await freePort(),
  };
  const { args, env } = await prepare(setup);
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const ended = once(child, 'exit');
  const call: RunningProxy['call'] = async (method, path, headers = {}, body = '') => {
    // Its certificate is made for the test.
    const sent = request({ host: '127.0.0.1', port: setup.secure, path, method, headers, rejectUnauthorized: false });
    // A proxy that refuses a body closes the connection while it is sent: the first error is the answer, others follow it.
    sent.on('error', () => undefined);
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, text: await textOf(answer) };
  };
  const answers = () =>
    call('GET', '/health/live').then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${said}`);
    await pause(50);
  }
  return {
    ...setup,
    call,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(setup.folder, { recursive: true, force: true });
    },
  };
}

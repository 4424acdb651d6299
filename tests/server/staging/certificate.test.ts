import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from '#tests/support/certificate.ts';

const MAIN = fileURLToPath(new URL('../../../server/staging/check-main.ts', import.meta.url));
let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'staging-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** The output of `npm run staging:check` for a server with a certificate. @param trusted whether the machine trusts its issuer */
async function said(from: Date, until: Date, trusted: boolean): Promise<{ text: string; code: number }> {
  const { cert, key } = makeCertificate(from, until);
  const file = join(home, `${until.getTime()}-${trusted}.pem`);
  await writeFile(file, cert);
  const server = createServer({ cert, key }, (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    PATH: process.env.PATH,
    CHECK_PHONE: '+79000000001',
    CHECK_PASSWORD: 'Demo2026!',
    ...(trusted ? { NODE_EXTRA_CA_CERTS: file } : {}),
  };
  try {
    return await new Promise((resolve) => {
      const args = ['--import', 'tsx', MAIN, `https://127.0.0.1:${port}`];
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ text: stdout + stderr, code: Number(error?.code ?? 0) }),
      );
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('an expired certificate, and one that nobody trusts, are said in a sentence each', async () => {
  const [expired, stranger] = await Promise.all([
    said(new Date('2020-01-01'), new Date('2020-02-01'), true),
    said(new Date('2020-01-01'), new Date('2049-01-01'), false),
  ]);
  expect(expired).toEqual({ text: expect.stringMatching(/срок действия сертификата сервера истёк/), code: 1 });
  expect(stranger).toEqual({ text: expect.stringMatching(/сертификату сервера нельзя доверять/), code: 1 });
});

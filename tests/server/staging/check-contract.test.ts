import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from '#i18n/text.ts';
import { READ_CALLS } from '#server/staging/calls.ts';
import { type CheckOptions, checkStaging, type Finding, formatReport } from '#server/staging/check.ts';
import { contractDeviations } from '#server/staging/compare.ts';
import { type ContractServer, startContract } from '#tests/contract/server.mjs';
import { makeCertificate } from '#tests/support/certificate.ts';
import { type Change, type Json, SEEDS, type Seed } from '#tests/support/server/staging-deviations.ts';
import { type SpoilFrame, stagingServer } from '#tests/support/server/staging-servers.ts';

const credentials = { username: '+79990000001', password: 'Admin123' };
let contract: ContractServer;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.stop());

// Answers of the contract server by call: reading changes nothing, so each is asked for once.
const known = new Map<string, { status: number; body: string }>();
async function answerOf(method: string, path: string, sent: Buffer, token: string) {
  const key = `${method} ${path} ${token} ${String(sent)}`;
  const answer = known.get(key);
  if (answer) return answer;
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) };
  const body = method === 'POST' ? { body: new Uint8Array(sent) } : {};
  const response = await fetch(`${contract.address}${path}`, { method, headers, ...body });
  const made = { status: response.status, body: await response.text() };
  known.set(key, made);
  return made;
}

async function checked(
  changes: readonly Change[],
  { frames, ...options }: Partial<CheckOptions> & { frames?: SpoilFrame } = {},
): Promise<Finding[]> {
  let findings: Finding[] = [];
  const answering = async (request: IncomingMessage, sent: Buffer, response: ServerResponse) => {
    const { url = '', method = '', headers } = request;
    const change = method === 'OPTIONS' ? undefined : changes.find(({ at }) => at.test(url));
    const path = change?.asks?.(url) ?? url;
    const { status, body } = await answerOf(method, path, sent, headers.authorization ?? '');
    if (change?.instead) {
      change.instead(response, body);
      return;
    }
    const parsed: unknown = change?.body && JSON.parse(body);
    const said = change?.body ? JSON.stringify(change.body(parsed) ?? parsed) : body;
    response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(said);
  };
  await stagingServer({ upstream: contract.address, answering, spoil: frames }, async (url) => {
    findings = await checkStaging({ url, ...credentials, ...options });
  });
  return findings;
}

const differing = (findings: readonly Finding[]) => findings.filter(({ verdict }) => verdict === 'differs');
/** Seeds that are walked over together. */
interface Walk {
  seeds: Seed[];
  calls: Set<string>;
  found: Finding[];
}

describe('staging:check against the contract server', () => {
  test('G-68 G-69 the contract server differs in nothing, and every call is one that the documents know', async () => {
    const findings = await checked([], { frames: (message) => message });
    expect(differing(findings)).toEqual([]);
    expect(findings.filter(({ verdict }) => verdict === 'same').length).toBeGreaterThan(60);
    expect(findings.filter(({ verdict }) => verdict === 'skipped').map(({ item }) => item)).toEqual(['SET-06']);
    expect(formatReport(findings)).toContain('Отличий от договора нет');
    const told = await fetch(`${contract.address}/__test/deviations`);
    expect(await told.json()).toEqual([]);
  });

  describe('a seeded deviation', () => {
    // Those of different calls are walked over together: a walk takes longer than a look at what it found.
    const walks: Walk[] = [];
    const foundOf = new Map<Seed, Finding[]>();
    beforeAll(async () => {
      const urls = (await checked([])).map(({ call }) => call);
      for (const seed of SEEDS) {
        const calls = urls.filter((url) => seed[1].at.test(url));
        const isFree = ({ calls: taken }: Walk) => !seed[1].isAlone && calls.every((url) => !taken.has(url));
        const walk = walks.find((one) => !one.seeds[0]?.[1].isAlone && isFree(one));
        if (walk) {
          walk.seeds.push(seed);
          for (const url of calls) walk.calls.add(url);
        } else walks.push({ seeds: [seed], calls: new Set(calls), found: [] });
      }
      for (const walk of walks) {
        walk.found = differing(
          await checked(
            walk.seeds.map(([, change]) => change),
            { bytes: 2_000_000 },
          ),
        );
        for (const seed of walk.seeds) foundOf.set(seed, walk.found);
      }
    });

    test.each(SEEDS.map((seed) => [seed[0], seed] as const))('%s is found', (_name, seed) => {
      const [, { at }, item, what, effect] = seed;
      const found = foundOf.get(seed)?.filter(({ call }) => at.test(call));
      expect(found).toContainEqual(
        expect.objectContaining({ item, what: expect.stringMatching(what), effect: text(`staging.effect.${effect}`) }),
      );
    });

    test('nothing is said of calls that are as they should be', () => {
      expect(SEEDS.length).toBeGreaterThanOrEqual(40);
      for (const { seeds, found } of walks)
        expect(found.filter(({ call }) => !seeds.some(([, { at }]) => at.test(call)))).toEqual([]);
    });
  });

  test('a server that is late, one that is slow and a certificate that nobody trusts are found', async () => {
    const late = await checked([{ at: /companies/, instead: () => undefined }], { timeoutMs: 4_000 });
    expect(differing(late)).toEqual([
      expect.objectContaining({
        item: 'EMP-24',
        what: 'сервер не ответил вовремя',
        effect: text('staging.effect.late'),
      }),
    ]);
    const slow = await checked([], { slow: 0 });
    expect(slow).toContainEqual(
      expect.objectContaining({ verdict: 'note', item: 'EMP-24', effect: text('staging.effect.slow') }),
    );
    const made = makeCertificate(new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000));
    const stranger = createTls(made, (_, response) => response.end('{}'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const findings = await checkStaging({ url, ...credentials });
    stranger.closeAllConnections();
    await new Promise((resolve) => stranger.close(resolve));
    expect(findings).toEqual([
      expect.objectContaining({ item: 'AUTH-16', verdict: 'differs', what: expect.stringMatching(/нельзя доверять/) }),
    ]);
  });

  test('a way in that gives no token ends it: nobody gets in', async () => {
    const findings = await checked([{ at: /api\/auth$/, body: () => ({ role: 'admin' }) }]);
    const effect = text('staging.effect.signIn');
    expect(findings).toEqual([expect.objectContaining({ item: 'AUTH-16', verdict: 'differs', effect })]);
  });

  test('COMPL-05 what is wrong over the socket of complaints is found', async () => {
    const spoiled: Readonly<Record<string, SpoilFrame>> = {
      preview: (_, { complaint, ...rest }) =>
        JSON.stringify({ ...rest, complaint: { ...(complaint as object), unread_count: undefined } }),
      complaint: (_, frame) => JSON.stringify({ ...frame, results: 'none' }),
      appreciation: (_, { results, ...frame }) =>
        JSON.stringify({ ...frame, results: (results as Json[]).map(({ description, ...one }) => one) }),
      suggestion: () => '<html>',
    };
    const frames: SpoilFrame = (message, frame) =>
      spoiled[String(frame.complaint_type ?? 'preview')]?.(message, frame) ?? message;
    const found = differing(await checked([], { frames }));
    expect(found.map(({ item, what }) => [item, what])).toEqual([
      ['COMPL-10', expect.stringMatching(/^complaint\.unread_count: не указано/)],
      ['COMPL-11', expect.stringMatching(/^results: ожидается список, указано "none"/)],
      ['COMPL-11', expect.stringMatching(/^\[\]\.description: не указано.*\(и так \d раз\)/)],
      ['COMPL-11', expect.stringMatching(/не JSON/)],
    ]);
    const closed = differing(await checked([], { frames: () => null }));
    const effect = text('staging.effect.complaints');
    expect(closed).toEqual([
      expect.objectContaining({ item: 'COMPL-10', what: expect.stringMatching(/закрыл сокет \(1011\)/), effect }),
    ]);
  });

  test('every call lacks a key that the documents list, and each is found', async () => {
    const [, ...told] = await checked([]);
    // The calls are told in the order in which they are made.
    const callOf = new Map(READ_CALLS.map((call, index) => [told[index]?.call ?? '', call]));
    // The keys that later calls ask by stay, so that they are made.
    const FOLLOWED = new Set(['id', 'unit', 'user', 'units', 'porches', 'order', 'complex', 'user_chat_id', 'street']);
    const spoiled = new Set<string>();
    const spoil = (url: string, body: Json) => {
      const call = callOf.get(url);
      const record = Array.isArray(body) ? body[0] : (body.results?.[0] ?? body);
      if (!call || call.refusal || !record) return;
      const key = Object.keys(record).find((name) => {
        const { [name]: _, ...rest } = record;
        return !FOLLOWED.has(name) && contractDeviations({ form: 'one', shape: call.shape }, rest).length > 0;
      });
      if (key === undefined) return;
      delete record[key];
      spoiled.add(url);
    };
    const changes = [...callOf.keys()].map(
      (url): Change => ({ at: { test: (asked) => asked === url }, body: (body) => spoil(url, body) }),
    );
    const found = new Set(differing(await checked(changes)).map(({ call }) => call));
    expect([...spoiled].filter((url) => !found.has(url))).toEqual([]);
    expect(spoiled.size).toBeGreaterThan(50);
  });

  test('what the documents leave open is no difference: text for numbers, pages for lists, data, relative next, ids and objects', async () => {
    const asText = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(asText);
      if (typeof value === 'number') return String(value);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));
    };
    const added = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(added);
      if (typeof value !== 'object' || value === null) return value;
      const inner = Object.entries(value).map(([key, one]) => [key, added(one)]);
      return Object.fromEntries([['added_by_us', { any: 1 }], ...inner].reverse());
    };
    const asPage = (body: Json) =>
      Array.isArray(body) ? { count: body.length, next: null, previous: null, results: body } : body;
    const asObjects = (body: Json) => {
      for (const one of Array.isArray(body) ? body : [body])
        if (one.buildings && 'link' in one && typeof one.buildings[0] === 'number')
          one.buildings = one.buildings.map((id: number) => ({ id }));
      return body;
    };
    const relative = (body: Json) => {
      if (typeof body.next === 'string') body.next = body.next.replace(/^https?:\/\/[^/]+/, '');
      return body;
    };
    const ways: readonly ((body: Json) => Json)[] = [
      (body) => ('token' in body ? body : asText(body)),
      (body) => ({ data: body }),
      asPage,
      asObjects,
      relative,
      added,
    ];
    for (const way of ways) expect(differing(await checked([{ at: /./, body: way }]))).toEqual([]);
    for (const shapes of [
      { lists: 'page', next: 'relative', order: 'string', task_target: 'flat', previews: 'data' },
      { answer: 'data', task_target: 'id', floor_porch: 'object', news_target: 'object', previews: 'list' },
    ]) {
      await fetch(`${contract.address}/__test/shape`, { method: 'POST', body: JSON.stringify(shapes) });
      expect(differing(await checkStaging({ url: contract.address, ...credentials }))).toEqual([]);
    }
    await fetch(`${contract.address}/__test/reset`, { method: 'POST' });
  });

  test('an answer that is added to the report names the item and what the console does', async () => {
    const [, change] = SEEDS.find(([name]) => name === 'from_order that is ignored') ?? [];
    const report = formatReport(await checked(change ? [change] : []));
    expect(report).toMatch(
      /from_order=\d+ +ОТЛИЧАЕТСЯ\n {2}TASK-12 {3}параметр from_order не учтён.*\n {12}Консоль: покажет те же записи ещё раз/,
    );
    expect(report).toContain('Отличий от договора: 1');
  });

  test('what is read of somebody else is bounded: when the time is over no further call is made', async () => {
    const findings = await checked([], { time: 0 });
    expect(findings.filter(({ verdict }) => verdict === 'same').map(({ call }) => call)).toEqual(['/api/auth']);
    expect(findings.filter(({ what }) => /отведено 0 с/.test(what)).length).toBe(READ_CALLS.length);
  });
});

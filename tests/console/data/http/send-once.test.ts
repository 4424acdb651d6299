import { userDraftPrefix } from '#console/data/drafts/own-drafts.ts';
import { sendOnce } from '#console/data/http/send-once.ts';
import { makeDataProvider } from '#console/data/providers/providers.ts';
import { session } from '#console/data/session/session.ts';
import { crm, madeUp } from '#tests/support/console/definitions.ts';
import { type Reply, serveAnswers } from '#tests/support/console/server.ts';

const KEY = /^"[\w.:-]{8,100}"$/;
const lost = (): Reply => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => session.userId.set('7'));

/** A section in one of the two dialects, whose server answers so, call after call. */
function section(dialect: 'crm' | 'simple-rest', replies: (Reply | (() => Reply))[]) {
  const [definition, path] = dialect === 'crm' ? [crm(), '/api/crm/keys/'] : [madeUp(), '/api/records/keys'];
  const server = serveAnswers({
    [`POST ${path}`]: () => {
      const reply = replies.shift() ?? { status: 201, json: { id: 4 } };
      return typeof reply === 'function' ? reply() : reply;
    },
  });
  const provider = makeDataProvider([definition]);
  const create = (label: string) => provider.create('keys', { data: { label } }).catch(() => undefined);
  return { create, keys: () => server.calls.map(({ headers }) => headers['idempotency-key']) };
}

describe.each(['crm', 'simple-rest'] as const)('a creating call (%s)', (dialect) => {
  test('NEWS-49: goes under the same key again when no answer came, another text under a new one', async () => {
    const { create, keys } = section(dialect, [lost, lost, { status: 502, json: {} }]);
    for (const label of ['Чердак', 'Подвал', 'Чердак', 'Чердак', 'Подвал']) await create(label);
    const [attic, cellar, ...again] = keys();
    expect(attic).toMatch(KEY);
    expect(cellar).toMatch(KEY);
    expect(cellar).not.toBe(attic);
    expect(again).toEqual([attic, attic, cellar]);
  });

  test('NEWS-49: once it was answered the same text is another record', async () => {
    const { create, keys } = section(dialect, [
      { status: 201, json: { id: 4 } },
      { status: 400, json: {} },
    ]);
    for (let time = 0; time < 3; time += 1) await create('Чердак');
    expect(new Set(keys()).size).toBe(3);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });
});

test('NEWS-49: a sign-in that expired says nothing of the call before it', async () => {
  const { create, keys } = section('crm', [lost, { status: 401, json: {} }, { status: 429, json: {} }]);
  for (let time = 0; time < 4; time += 1) await create('Чердак');
  expect(new Set(keys()).size).toBe(1);
});

test('NEWS-49: the key outlives the page, as a draft of the person’s own', async () => {
  const { create, keys } = section('crm', [lost]);
  await create('Чердак');
  const [place = '', ...rest] = Object.keys(localStorage).filter((key) => key.startsWith(userDraftPrefix('7')));
  expect(rest).toEqual([]);
  const kept = JSON.parse(localStorage.getItem(place) ?? '') as { values: object };
  const { values } = kept;
  expect(values).toEqual({ key: keys()[0]?.replaceAll('"', ''), since: expect.any(Number) });
  // As another page of the same browser left it.
  localStorage.setItem(place, JSON.stringify({ ...kept, values: { ...values, key: 'of-the-page-before' } }));
  await create('Чердак');
  expect(keys()[1]).toBe('"of-the-page-before"');
});

test('NEWS-49: a quarter of an hour later the same text is another record, though it was tried in between', async () => {
  const { create, keys } = section('crm', [lost, lost]);
  const clock = jest.spyOn(Date, 'now');
  const began = Date.parse('2026-11-22T10:00:00Z');
  for (const minutes of [0, 10, 14]) {
    clock.mockReturnValue(began + minutes * 60_000);
    await create('Чердак');
  }
  clock.mockRestore();
  const [first, second, third] = keys();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('NEWS-49: where the browser keeps nothing the page itself does', async () => {
  session.userId.set(null);
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { create, keys } = section('crm', [lost]);
  await create('Чердак');
  await create('Чердак');
  full.mockRestore();
  expect(new Set(keys()).size).toBe(1);
});

test.each(['https://staging.example.org/api/crm/news/', '//staging.example.org/api/crm/news/'])(
  'another origin gets no key, which it would have to allow first: %s',
  async (address) => {
    expect(await sendOnce(address, {}, async (headers) => headers)).toEqual({});
    expect(await sendOnce('/api/crm/news/', {}, async (headers) => headers)).not.toEqual({});
  },
);

import { hasWrongCredentials, sendSignIn, serverMessage } from '#console/boot/sign-in-call.ts';

const answering = (status: number, body: string) =>
  jest.spyOn(globalThis, 'fetch').mockResolvedValue({ ok: status < 400, status, text: async () => body } as Response);
afterEach(() => jest.restoreAllMocks());

describe('the answer to a sign-in', () => {
  test('AUTH-16, G-68: token and role stand bare or under data', async () => {
    for (const body of [{ role: 'admin', token: 'abc' }, { data: { role: 'admin', token: 'abc' } }]) {
      answering(200, JSON.stringify(body));
      expect(await sendSignIn('+79000000001', 'secret')).toMatchObject({ status: 200, role: 'admin', token: 'abc' });
    }
  });

  test.each([
    ['a page', 500, '<!doctype html><title>nginx</title>'],
    ['nothing', 500, ''],
    ['broken JSON', 502, '{"detail":'],
    ['null', 500, 'null'],
    ['a list', 503, '[]'],
  ])('a failure with %s keeps its status: there is a network', async (_name, status, body) => {
    answering(status, body);
    const answer = await sendSignIn('+79000000001', 'secret');
    expect([answer.status, hasWrongCredentials(answer), serverMessage(answer)]).toEqual([status, false, null]);
  });

  test('no answer is status 0', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await sendSignIn('+79000000001', 'secret')).toEqual({ status: 0, body: {} });
  });
});

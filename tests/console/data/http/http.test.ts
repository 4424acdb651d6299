import { onlineManager } from '@tanstack/react-query';
import { onFailure } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { onTokenError } from '#console/data/http/token-error.ts';
import { session } from '#console/data/session/session.ts';
import { staging } from '#i18n/ru/staging.ts';
import { stopClock } from '#tests/support/console/clock.ts';
import { profileOf } from '#tests/support/console/profiles.ts';
import { serveAnswers } from '#tests/support/console/server.ts';

const failures: string[] = [];
let stop = (): void => undefined;
let left: string | null = null;

beforeEach(() => {
  failures.length = 0;
  left = null;
  stop = onFailure(({ message }) => failures.push(message));
  onTokenError((address) => {
    left = address;
  });
  session.token.set('stored');
});
afterEach(() => stop());

describe('a call', () => {
  test('API-01: carries the stored token', async () => {
    const server = serveAnswers({ 'GET /api/crm/services/': { json: [] } });
    await request('/api/crm/services/');
    expect(server.calls[0]?.headers.authorization).toBe('Token stored');
  });

  test('API-02: carries no header when nothing is stored', async () => {
    session.token.set(null);
    const server = serveAnswers({ 'POST /api/auth': { json: { role: 'admin', token: 'fresh' } } });
    await request('/api/auth', { method: 'POST', body: { username: 'x' } });
    expect(server.calls[0]?.headers).not.toHaveProperty('authorization');
    expect(server.calls[0]).toMatchObject({ method: 'POST', body: { username: 'x' } });
    expect(server.calls[0]?.headers['content-type']).toBe('application/json');
  });

  test('API-03: an anonymous one goes without the header even when a token is stored', async () => {
    const server = serveAnswers({
      'POST /api/anonymous/forgot_pass/send_confirm_code/': {
        json: { data: { username: '+79162041538', cooldown_seconds: 60 } },
      },
    });
    await request('/api/anonymous/forgot_pass/send_confirm_code/', { method: 'POST', body: {}, anonymous: true });
    expect(server.calls[0]?.headers).not.toHaveProperty('authorization');
  });

  test('API-04: may be made with another token than the stored one', async () => {
    const server = serveAnswers({ 'GET /api/crm/profile/current/': { json: profileOf() } });
    await request('/api/crm/profile/current/', { token: 'invited' });
    expect(server.calls[0]?.headers.authorization).toBe('Token invited');
  });

  test('a form goes as it is, with the boundary of the browser', async () => {
    const server = serveAnswers({ 'POST /api/x': { status: 201, json: [] } });
    const form = new FormData();
    form.append('attachments', new Blob(['x']), 'x.txt');
    await request('/api/x', { method: 'POST', body: form });
    expect(server.calls[0]?.body).toBe(form);
    expect(server.calls[0]?.headers).not.toHaveProperty('content-type');
  });

  test('an empty answer is null, whatever its type says', async () => {
    serveAnswers({ 'DELETE /api/crm/cameras/1/': { status: 204 }, 'GET /api/x': { text: '' } });
    await expect(request('/api/crm/cameras/1/', { method: 'DELETE' })).resolves.toBeNull();
    await expect(request('/api/x')).resolves.toBeNull();
  });

  test('takes over what the boot script began, once, and calls by itself the next time', async () => {
    const server = serveAnswers({ 'GET /api/x': { json: ['called'] } });
    const answer = Promise.resolve(new Response('["begun"]'));
    globalThis.bootCalls = new Map([['/api/x', { answer, controller: new AbortController() }]]);
    await expect(request('/api/x')).resolves.toEqual(['begun']);
    expect(server.calls).toHaveLength(0);
    await expect(request('/api/x')).resolves.toEqual(['called']);
    globalThis.bootCalls = undefined;
  });

  test('what the boot script began ends when whoever took it over gives it up', async () => {
    serveAnswers();
    const controller = new AbortController();
    const answer = new Promise<Response>((_resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
    });
    globalThis.bootCalls = new Map([['/api/crm/buildings/', { answer, controller }]]);
    const caller = new AbortController();
    const call = request('/api/crm/buildings/', { signal: caller.signal });
    caller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(controller.signal.aborted).toBe(true);
    expect(failures).toEqual([]);
    globalThis.bootCalls = undefined;
  });
});

describe('a failed call', () => {
  test.each([
    ['error', { error: 'Первое', detail: 'Второе', details: 'Третье' }, 'Первое'],
    ['detail', { detail: 'Второе', details: 'Третье' }, 'Второе'],
    ['details', { details: 'Третье' }, 'Третье'],
    ['a list', { error: ['раз', 'два'] }, 'раз\nдва'],
    ['a map of fields', { details: { name: ['коротко'], link: ['не то'] } }, 'коротко\nне то'],
    ['an empty one before a full one', { error: '', detail: [], details: 'Третье' }, 'Третье'],
  ])('ERR-01, ERR-13: shows the text of %s', async (_what, json, message) => {
    serveAnswers({ 'GET /api/x': { status: 500, json } });
    await expect(request('/api/x')).rejects.toMatchObject({ status: 500 });
    expect(failures).toEqual([message]);
  });

  test.each([
    ['an empty body', { status: 500, text: '' }],
    ['a body without such text', { status: 400, json: { code: 'x' } }],
    ['a page of a proxy', { status: 502, text: '<html>Bad gateway</html>' }],
  ])('ERR-02, ERR-03: %s shows the sentence with the product’s name', async (_what, reply) => {
    serveAnswers({ 'GET /api/x': reply });
    await expect(request('/api/x')).rejects.toBeInstanceOf(RequestError);
    expect(failures).toEqual(['Возникла непредвиденная ошибка, обратитесь в поддержку Управдом']);
  });

  test('a page where data was asked for is said to be one, in a sentence of its own', async () => {
    serveAnswers({ 'GET /api/x': { status: 200, text: '<!doctype html><title>Вход в сеть</title>' } });
    await expect(request('/api/x')).rejects.toBeInstanceOf(RequestError);
    expect(failures).toEqual([expect.stringMatching(/^Вместо данных пришла страница/)]);
  });

  test.each(Object.entries(staging.pass).filter(([, sentence]) => !sentence.includes('%{')))(
    'what STAGING_URL says of «%s» is told as it is',
    async (code, sentence) => {
      serveAnswers({ 'GET /api/x': { status: 502, json: { code: `staging_${code}`, detail: sentence } } });
      await expect(request('/api/x')).rejects.toMatchObject({ status: 502, message: sentence });
      expect(failures).toEqual([sentence]);
    },
  );

  test('ERR-03: the product’s name is what the page says it is', async () => {
    document.head.innerHTML = '<meta name="application-name" content="Мой дом">';
    serveAnswers({ 'GET /api/x': { status: 500 } });
    await expect(request('/api/x')).rejects.toBeInstanceOf(RequestError);
    expect(failures[0]).toMatch(/обратитесь в поддержку Мой дом$/);
    document.head.innerHTML = '';
  });

  test('ERR-14: no answer at all shows the same sentence', async () => {
    serveAnswers();
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(request('/api/x')).rejects.toMatchObject({ status: 0 });
    expect(failures).toEqual(['Возникла непредвиденная ошибка, обратитесь в поддержку Управдом']);
  });

  test('ERR-05: one to the devices path stays silent', async () => {
    serveAnswers({ 'POST /api/authorized/devices/': { status: 500, json: { error: 'нет' } } });
    await expect(request('/api/authorized/devices/', { method: 'POST', body: {} })).rejects.toMatchObject({
      status: 500,
    });
    expect(failures).toEqual([]);
  });

  test('ERR-06: one given up on purpose stays silent', async () => {
    const control = new AbortController();
    serveAnswers({
      'GET /api/x': () => {
        control.abort();
        return { json: {} };
      },
    });
    await expect(request('/api/x', { signal: control.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(failures).toEqual([]);
  });

  test('ERR-06: one given up while its answer was on the way stays silent even when the answer is an error', async () => {
    const control = new AbortController();
    serveAnswers();
    globalThis.fetch = async () => {
      control.abort();
      return new Response('{"error":"поздно"}', { status: 500 });
    };
    await expect(request('/api/x', { signal: control.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(failures).toEqual([]);
  });

  test('carries the id of the request for those who help', async () => {
    serveAnswers({ 'GET /api/x': { status: 500, headers: { 'x-request-id': 'req-17' } } });
    const seen: (string | null)[] = [];
    const stopSeeing = onFailure(({ requestId }) => seen.push(requestId));
    await expect(request('/api/x')).rejects.toMatchObject({ requestId: 'req-17' });
    stopSeeing();
    expect(seen).toEqual(['req-17']);
  });
});

describe('a dead token', () => {
  test('AUTH-76, AUTH-77: a 401 of the profile forgets the person and leads to sign-in with the way back', async () => {
    window.history.replaceState(null, '', '/cameras?page=2');
    session.permissions.set({ cameras: 'write' });
    serveAnswers({ 'GET /api/crm/profile/current/': { status: 401, json: { detail: 'Войдите' } } });
    await expect(request('/api/crm/profile/current/')).rejects.toMatchObject({ status: 401 });
    expect(left).toBe('/auth?redirectPage=/cameras%3Fpage%3D2');
    expect(session.token.get()).toBeNull();
    expect(session.permissions.get()).toBeNull();
  });

  test('API-04: a 401 for a token from the query says nothing of the stored one', async () => {
    serveAnswers({ 'GET /api/crm/profile/current/': { status: 401, json: { detail: 'Не смогли' } } });
    await expect(request('/api/crm/profile/current/', { token: 'old invitation' })).rejects.toMatchObject({
      status: 401,
    });
    expect(left).toBeNull();
    expect(session.token.get()).toBe('stored');
  });

  test('SHELL-05: a 401 of another call does not end the session by itself', async () => {
    serveAnswers({ 'GET /api/crm/buildings/': { status: 401, json: { detail: 'Нет' } } });
    await expect(request('/api/crm/buildings/')).rejects.toMatchObject({ status: 401 });
    expect(left).toBeNull();
  });
});

describe('a call that gets no answer', () => {
  const silence = ({ signal }: { signal: AbortSignal | null }) =>
    new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  beforeEach(() => stopClock());
  afterEach(() => {
    jest.useRealTimers();
    onlineManager.setOnline(true);
  });

  test.each([
    ['a read', 'GET', 30_000],
    ['a write', 'PUT', 60_000],
  ] as const)(
    'ERR-02: %s is given up in time and told of, and the server is looked for',
    async (_what, method, limit) => {
      const server = serveAnswers({ [`${method} /api/x`]: silence, 'GET /api/crm/permissions/': silence });
      const result = request('/api/x', { method }).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(limit - 1);
      expect(failures).toEqual([]);
      await jest.advanceTimersByTimeAsync(1);
      expect(await result).toMatchObject({ name: 'HttpError', status: 0 });
      expect(failures).toEqual([
        'Сервер не ответил вовремя. Проверьте связь; если вы что-то сохраняли, посмотрите, сохранилось ли',
      ]);
      expect(onlineManager.isOnline()).toBe(true);
      await jest.advanceTimersByTimeAsync(8_000);
      expect(onlineManager.isOnline()).toBe(false);
      server.answer('GET /api/crm/permissions/', { status: 503, json: {} });
      await jest.advanceTimersByTimeAsync(4_000);
      expect(onlineManager.isOnline()).toBe(true);
    },
  );

  test('a large upload has more time, and one that its caller gives up is no failure', async () => {
    serveAnswers({ 'POST /api/x': silence });
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(3_000_000)]), 'x.bin');
    const controller = new AbortController();
    const result = request('/api/x', { method: 'POST', body, signal: controller.signal }).catch(
      (error: unknown) => error,
    );
    await jest.advanceTimersByTimeAsync(350_000);
    expect(failures).toEqual([]);
    controller.abort();
    expect(await result).toMatchObject({ name: 'AbortError' });
    expect(failures).toEqual([]);
  });
});

import type { DataProvider } from 'react-admin';
import { makeDataProvider } from '#console/data/providers/providers.ts';
import { session } from '#console/data/session/session.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { type DialectExample, dialectChapters } from '#tests/support/dialect-examples.ts';

/** The call made, or the messages at the fields when it is refused. */
async function outcome(provider: DataProvider, { call, params }: DialectExample): Promise<unknown> {
  try {
    return await provider[call]?.('keys', params);
  } catch (error) {
    return (error as { body?: unknown }).body ?? error;
  }
}

describe.each(dialectChapters())('docs/dialects.md, $title', ({ definition, examples }) => {
  const provider = makeDataProvider([readDefinition(definition, 'keys.json')]);

  test.each(examples)('$call: $method $url $status', async (example) => {
    session.token.set('stored');
    const path = example.url.split('?')[0] ?? '';
    const { status, answer, headers } = example;
    const server = serveAnswers({ [`${example.method} ${path}`]: { status, json: answer, headers } });
    const result = await outcome(provider, example);
    expect(server.calls).toHaveLength(1);
    const [sent] = server.calls;
    expect([sent?.method, decodeURIComponent(sent?.url ?? ''), sent?.body]).toEqual([
      example.method,
      example.url,
      example.body,
    ]);
    expect(sent?.headers).toMatchObject({ authorization: 'Token stored' });
    if (example.call === 'create') expect(sent?.headers['idempotency-key']).toMatch(/^"[\w.:-]{8,100}"$/);
    expect(result).toMatchObject(example.result);
  });
});

test('docs/dialects.md shows both dialects, all ways of paging and each call', () => {
  const chapters = dialectChapters();
  const ways = chapters.map(({ definition }) => definition.api as { dialect: string; paging: string });
  expect(new Set(ways.map(({ dialect }) => dialect))).toEqual(new Set(['simple-rest', 'crm']));
  expect(new Set(ways.map(({ paging }) => paging))).toEqual(new Set(['none', 'page', 'next', 'cursor']));
  const calls = chapters.flatMap(({ examples }) => examples.map(({ call }) => call));
  expect(new Set(calls)).toEqual(new Set(['getList', 'getOne', 'getMany', 'create', 'update', 'delete']));
});

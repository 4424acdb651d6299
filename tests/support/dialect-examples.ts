import { readFileSync } from 'node:fs';

/** A call of `docs/dialects.md`: what react-admin asks for, how it goes over the wire, and what comes of it. */
export interface DialectExample {
  /** Method of the data provider and its parameters. */
  call: string;
  params: Record<string, unknown>;
  method: string;
  /** With its query decoded. */
  url: string;
  /** Null for none. */
  body: unknown;
  status: number;
  headers: Record<string, string>;
  /** Undefined for none. */
  answer: unknown;
  result: Record<string, unknown>;
}

/** A chapter of the page: what `api` its definition names, and the calls in their order. */
export interface DialectChapter {
  title: string;
  /** A whole definition, or what differs from the one before. */
  definition: Record<string, unknown>;
  examples: DialectExample[];
}

const BLOCK = /^```(json|http)\n([\s\S]*?)^```$/gm;

/** Every chapter of the page that has examples. */
export function dialectChapters(): DialectChapter[] {
  const page = readFileSync(new URL('../../docs/dialects.md', import.meta.url), 'utf8');
  let definition: Record<string, unknown> = {};
  return page.split(/^## /m).flatMap((chapter) => {
    const blocks = [...chapter.matchAll(BLOCK)];
    for (const [, kind, block = ''] of blocks)
      if (kind === 'json') definition = { ...definition, ...JSON.parse(block) };
    const examples = blocks.filter(([, kind]) => kind === 'http').map(([, , block = '']) => readExample(block));
    return examples.length ? [{ title: chapter.split('\n')[0] ?? '', definition, examples }] : [];
  });
}

function readExample(block: string): DialectExample {
  const [request = '', reply = ''] = block.trim().split('\n\n');
  const [asked = '', line = '', sent] = request.split('\n');
  const [, call = '', params = '{}'] = /^# (\w+) (.*)$/.exec(asked) ?? [];
  const [method = '', url = ''] = line.split(/ (.*)/);
  const [status, ...rest] = reply.split('\n');
  const headers = rest.filter((one) => /^[A-Z][\w-]+: /.test(one)).map((one) => one.split(/: (.*)/).slice(0, 2));
  const answer = rest.find((one) => /^[[{]/.test(one));
  const result = rest.find((one) => one.startsWith('# => '))?.slice(5) ?? '{}';
  return {
    call,
    params: JSON.parse(params),
    method,
    url,
    body: sent ? JSON.parse(sent) : null,
    status: Number(status),
    headers: Object.fromEntries(headers),
    answer: answer ? JSON.parse(answer) : undefined,
    result: JSON.parse(result),
  };
}

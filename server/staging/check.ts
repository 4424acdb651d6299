import type * as z from 'zod';
import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import { problemsOf } from '#resources/language/definition-problem.ts';
import { signInAnswer } from '#resources/protocol/sign-in.ts';
import { type Asked, allowsOrigin, ask } from './ask.ts';
import { READ_CALLS } from './calls.ts';
import { askFrames } from './frames.ts';

/** One line of the report. */
export interface Finding {
  call: string;
  /** `same`: as the contract says; `skipped`: there was no record to ask for; `note`: worth knowing, no difference. */
  verdict: 'same' | 'differs' | 'skipped' | 'note';
  what: string;
}

/** What the check is told. */
export interface CheckOptions {
  /** Address of the server, without a final slash. */
  url: string;
  username: string;
  password: string;
  /** How long a call may take, ms; 15 s when left out. */
  patience?: number;
}

const SIGN_IN = '/api/auth';

/** The first thing at a way into an answer; `*` is any item of a list. */
function firstAt(body: unknown, [key, ...way]: readonly string[]): string | number | null {
  if (key === undefined) return typeof body === 'number' || (typeof body === 'string' && body !== '') ? body : null;
  if (typeof body !== 'object' || body === null) return null;
  if (key !== '*') return firstAt(Reflect.get(body, key), way);
  for (const item of Array.isArray(body) ? (body as unknown[]) : []) {
    const found = firstAt(item, way);
    if (found !== null) return found;
  }
  return null;
}

/** Ways to the first record of a list or a page. */
const FIRST: readonly (readonly string[])[] = [
  ['*', 'id'],
  ['results', '*', 'id'],
];

/** All that is wrong with an answer: the same fault of many records is one line with their number. */
function differences(error: z.ZodError, body: unknown): string[] {
  const found = new Map<string, { what: string; count: number }>();
  for (const problem of problemsOf(error, body)) {
    const place = problem.place.replace(/(^|\.)\d+(?=\.|$)/g, '$1[]');
    const key = `${place} ${problem.code} ${problem.params.expected ?? ''}`;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { what: problemText({ ...problem, place }), count: 1 });
  }
  return [...found.values()].map(({ what, count }) => (count > 1 ? text('staging.times', { what, count }) : what));
}

/** An address with what was found put in; null while something of it was not. */
function filled(address: string, found: ReadonlyMap<string, string | number>): string | null {
  const lacking = [...address.matchAll(/\{([a-z-]+)\}/g)].some(([, of = '']) => !found.has(of));
  if (lacking) return null;
  return address.replace(/\{([a-z-]+)\}/g, (_, of: string) => encodeURIComponent(found.get(of) ?? ''));
}

/** The address of a next page on the server that is checked, whatever name it calls itself by; null without one. */
function following(url: string, next: string | number | undefined): string | null {
  if (typeof next !== 'string' || !URL.canParse(next, url)) return null;
  const { pathname, search } = new URL(next, url);
  const base = new URL(url).pathname.replace(/\/$/, '');
  return `${pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname}${search}`;
}

/** The month of a day as the readings are asked for, `MMYYYY`. */
const monthOf = (day: Date) => `${String(day.getUTCMonth() + 1).padStart(2, '0')}${day.getUTCFullYear()}`;

/** Signs in and walks the reading calls of the contract. Writes nothing but the session of the sign-in. */
export async function checkStaging({ url, username, password, patience = 15_000 }: CheckOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password });
  const entered = await ask(`${url}${SIGN_IN}`, { method: 'POST', headers, body }, patience);
  if ('trouble' in entered) return [{ call: SIGN_IN, verdict: 'differs', what: entered.trouble }];
  const signed = signInAnswer.safeParse(entered.body);
  if (!signed.success || !signed.data.token) {
    const what = signed.success ? text('staging.noToken') : problemsOf(signed.error, entered.body).map(problemText)[0];
    return [{ call: SIGN_IN, verdict: 'differs', what: what ?? text('staging.noToken') }];
  }
  findings.push({ call: SIGN_IN, verdict: 'same', what: '' });
  const authorization = `Token ${signed.data.token}`;
  const found = new Map<string, string | number>([['month', monthOf(new Date())]]);
  const compare = (call: string, shape: z.ZodType, asked: Asked) => {
    if ('trouble' in asked) return findings.push({ call, verdict: 'differs', what: asked.trouble });
    const read = shape.safeParse(asked.body);
    if (read.success) return findings.push({ call, verdict: 'same', what: '' });
    return findings.push(
      ...differences(read.error, asked.body).map((what) => ({ call, verdict: 'differs', what }) as const),
    );
  };
  for (const { name, url: address, shape, finds = {}, body: sent, follows } of READ_CALLS) {
    const call = follows === undefined ? filled(address, found) : following(url, found.get(follows));
    if (call === null) {
      findings.push({ call: address, verdict: 'skipped', what: text('staging.nothing') });
      continue;
    }
    const how = sent
      ? { method: 'POST', headers: { ...headers, authorization }, body: JSON.stringify(sent) }
      : { headers: { authorization } };
    const asked = await ask(`${url}${call}`, how, patience);
    compare(call, shape, asked);
    if ('trouble' in asked) continue;
    for (const [what, ways] of [
      [name, FIRST] as const,
      ...Object.entries(finds).map(([key, way]) => [key, [way]] as const),
    ]) {
      const first = ways.map((way) => firstAt(asked.body, way)).find((one) => one !== null);
      if (first != null) found.set(what, first);
    }
  }
  const buildings = [found.get('buildings') ?? []].flat();
  for (const { frame, asked } of await askFrames(url, signed.data.token, buildings, patience))
    compare(frame.call, frame.shape, asked);
  const [{ url: probe } = { url: SIGN_IN }] = READ_CALLS;
  if (!(await allowsOrigin(`${url}${probe}`, 'https://console.example', patience)))
    findings.push({ call: `OPTIONS ${probe}`, verdict: 'note', what: text('staging.cors') });
  return findings;
}

/** The report as a table for a terminal. */
export function reportOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ call }) => call.length));
  const lines = findings.map(
    ({ call, verdict, what }) =>
      `${call.padEnd(width)}  ${text(`staging.verdict.${verdict}`)}${what ? `  ${what}` : ''}`,
  );
  const number = (wanted: Finding['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length;
  const [count, skipped] = [number('differs'), number('skipped')];
  // What was not asked for is not known to be as the contract says.
  const unknown = skipped ? [text('staging.skipped', { count: skipped })] : [];
  return [...lines, '', ...unknown, count ? text('staging.differences', { count }) : text('staging.asContract')].join(
    '\n',
  );
}

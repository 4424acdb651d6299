import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { type Answer, allowsOrigin, type Deviation, type Limits, makeCall } from './ask.ts';
import { READ_CALLS } from './calls.ts';
import { answerRecords, contractDeviations, unwrap } from './compare.ts';
import { checkFrames } from './frames.ts';
import type { ReadCall } from './read-call.ts';
import { getPath, type RuleInput } from './rules.ts';
import * as shapes from './shapes.ts';

/** One result of the report. */
export interface Finding {
  call: string;
  /** Specification item of the call or of this deviation. */
  item: string;
  /** `same`: as specified; `skipped`: there was no record to ask for; `note`: worth knowing, but no difference. */
  verdict: 'same' | 'differs' | 'skipped' | 'note';
  what: string;
  /** The console's reaction; empty if there is nothing to do. */
  effect: string;
}

/** Options of the check. */
export interface CheckOptions extends Partial<Limits> {
  /** URL of the server, without a trailing slash. */
  url: string;
  username: string;
  password: string;
  /** Time limit of the whole check, ms. */
  time?: number;
  /** Slower answers are noted, ms. */
  slow?: number;
}

const SIGN_IN = '/api/auth';
/** Limits on reading another server: 15 s and 8 MiB per call, 5 minutes in total. */
const LIMITS = { timeoutMs: 15_000, bytes: 8_388_608, time: 300_000, slow: 5_000 } as const;

/** Fills the {placeholders} of a URL; null if a value is missing. */
function fillPlaceholders(address: string, values: RuleInput['found']): string | null {
  const isMissing = [...address.matchAll(/\{(\w+)\}/g)].some(([, of = '']) => !values.has(of));
  if (isMissing) return null;
  return address.replace(/\{(\w+)\}/g, (_, of: string) =>
    encodeURIComponent(values.get(of) ?? '')
      .replaceAll('%2C', ',')
      .replaceAll('%3D', '='),
  );
}

/** Path of the next page on the checked server, whatever host name its answer uses; null if there is none. */
function nextPageAddress(url: string, next: string | number | undefined): string | null {
  if (typeof next !== 'string' || !URL.canParse(next, url)) return null;
  const { pathname, search } = new URL(next, url);
  const base = new URL(url).pathname.replace(/\/$/, '');
  return `${pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname}${search}`;
}

/**
 * A month in the format of readings, `MMYYYY`.
 * @param back how many months ago
 */
function formatMonth(day: Date, back = 0): string {
  const month = new Date(day.getFullYear(), day.getMonth() - back, 1);
  return `${String(month.getMonth() + 1).padStart(2, '0')}${month.getFullYear()}`;
}

/** Values available before the first answer: months, and start times of the board's filter in unix seconds (TASK-05). */
function initialValues(now: Date): Map<string, string | number> {
  const midnight = (back: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).getTime() / 1_000;
  return new Map<string, string | number>([
    ['month', formatMonth(now)],
    ['lastMonth', formatMonth(now, 1)],
    ['today', midnight(0)],
    ['monthAgo', midnight(30)],
  ]);
}

/** Makes the calls one after the other and collects their findings. */
class CheckRun {
  readonly findings: Finding[] = [];
  readonly found = initialValues(currentDate());
  readonly #records = new Map<string, readonly unknown[]>();
  readonly #options;

  constructor(options: CheckOptions) {
    this.#options = { ...LIMITS, ...options };
  }

  /** Adds the deviations of a call to the findings, or that there are none. */
  tell(call: string, item: string, deviations: readonly Deviation[]): void {
    for (const { what, effect, item: own = item } of deviations)
      this.findings.push({ call, item: own, verdict: 'differs', what, effect: text(`staging.effect.${effect}`) });
    if (!deviations.length) this.findings.push({ call, item, verdict: 'same', what: '', effect: '' });
  }

  #skip(call: string, item: string, what: string): void {
    this.findings.push({ call, item, verdict: 'skipped', what, effect: '' });
  }

  /**
   * Signs in.
   * @returns the token; null if that failed
   */
  async signIn(): Promise<string | null> {
    const { url, username, password } = this.#options;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username, password });
    const response = await makeCall(`${url}${SIGN_IN}`, { method: 'POST', headers, body }, this.#options);
    const deviations =
      'trouble' in response
        ? [response.trouble]
        : this.#deviations(response, { form: 'one', shape: shapes.signedIn, needs: ['token', 'role'] });
    const token = 'trouble' in response ? null : getPath(unwrap(response.body), 'token');
    const hasToken = typeof token === 'string' && token !== '';
    if (!deviations.length && !hasToken) deviations.push({ what: text('staging.noToken'), effect: 'signIn' });
    this.tell(
      SIGN_IN,
      'AUTH-16',
      deviations.map((one) => (hasToken ? one : { ...one, effect: 'signIn' })),
    );
    return hasToken ? token : null;
  }

  #deviations(answer: Answer, call: Parameters<typeof contractDeviations>[0]): Deviation[] {
    const { status } = answer;
    const statusDeviation: Deviation = {
      what: text('staging.otherStatus', { status, expected: 200 }),
      effect: 'status',
    };
    return [...(status === 200 ? [] : [statusDeviation]), ...contractDeviations(call, unwrap(answer.body))];
  }

  async call(call: ReadCall, token: string): Promise<void> {
    const { url: base } = this.#options;
    const { item, refusal } = call;
    const address =
      call.follows === undefined
        ? fillPlaceholders(call.url, this.found)
        : nextPageAddress(base, this.found.get(call.follows));
    if (address === null) return this.#skip(call.url, item, text('staging.nothing'));
    const headers = { authorization: `Token ${refusal?.token ?? token}`, accept: 'application/json' };
    const init = call.body
      ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(call.body) }
      : { headers };
    const answer = await makeCall(`${base}${address}`, init, this.#options, refusal?.status);
    if ('trouble' in answer) return this.tell(address, item, [answer.trouble]);
    this.#noteSlow(address, item, answer);
    if (refusal) {
      const { status } = answer;
      const isExpected = status === refusal.status;
      const what = text('staging.otherStatus', { status, expected: refusal.status });
      return this.tell(address, item, isExpected ? [] : [{ what, effect: refusal.effect }]);
    }
    this.#read(call, address, answer);
  }

  #read(call: ReadCall, address: string, answer: Answer): void {
    const body = unwrap(answer.body);
    const records = answerRecords(call.form, body) ?? [];
    const earlier = (name: string) => this.#records.get(name) ?? [];
    const query = new URL(address, 'http://server').searchParams;
    const input: RuleInput = { records, body, query, found: this.found, earlier };
    const ruleDeviations = (call.rules ?? []).flatMap((rule) => rule(input));
    this.tell(address, call.item, [...this.#deviations(answer, call), ...ruleDeviations]);
    this.#records.set(call.name, records);
    const finds = {
      [call.name]: () => records.map((record) => getPath(record, 'id')).find((id) => id != null),
      ...call.finds,
    };
    for (const [name, find] of Object.entries(finds)) {
      const value = find(records, body);
      if (typeof value === 'string' || typeof value === 'number') this.found.set(name, value);
    }
  }

  #noteSlow(call: string, item: string, { ms }: Answer): void {
    if (ms <= this.#options.slow) return;
    const what = text('staging.slow', { seconds: (ms / 1_000).toFixed(1).replace('.', ',') });
    this.findings.push({ call, item, verdict: 'note', what, effect: text('staging.effect.slow') });
  }

  /** Makes all calls within the time limit. */
  async all(token: string): Promise<void> {
    const { url, time, timeoutMs } = this.#options;
    const end = performance.now() + time;
    const isOver = () => performance.now() > end;
    const outOfTime = text('staging.outOfTime', { seconds: Math.round(time / 1_000) });
    for (const call of READ_CALLS) {
      if (isOver()) this.#skip(call.url, call.item, outOfTime);
      else await this.call(call, token);
    }
    if (isOver()) return;
    const buildings = String(this.found.get('all') ?? '')
      .split(',')
      .filter(Boolean)
      .map(Number);
    for (const { call, specificationItem, result, deviations } of await checkFrames(url, token, buildings, timeoutMs))
      this.tell(call, specificationItem, 'trouble' in result ? [result.trouble] : deviations);
    const [{ url: probe } = { url: SIGN_IN }] = READ_CALLS;
    if (await allowsOrigin(`${url}${probe}`, 'https://console.example', timeoutMs)) return;
    const call = `OPTIONS ${probe}`;
    this.findings.push({ call, item: 'API-01', verdict: 'note', what: text('staging.cors'), effect: '' });
  }
}

/** Signs in and makes the read-only calls of the contract; writes nothing but the session of the sign-in. */
export async function checkStaging(options: CheckOptions): Promise<Finding[]> {
  const run = new CheckRun(options);
  const token = await run.signIn();
  if (token !== null) await run.all(token);
  return run.findings;
}

/** Longest URL in the report, characters. */
const URL_WIDTH = 88;
function shorten(call: string): string {
  const listed = call.replaceAll('%2C', ',').replace(/=(\d+),\d[\d,]*/g, '=$1,…');
  return listed.length > URL_WIDTH ? `${listed.slice(0, URL_WIDTH - 1)}…` : listed;
}

/** Formats the report for a terminal: one line per call, and for deviations the item, the problem and the console's reaction. */
export function formatReport(findings: readonly Finding[]): string {
  const calls = new Map<string, Finding[]>();
  for (const finding of findings) calls.set(finding.call, [...(calls.get(finding.call) ?? []), finding]);
  const width = Math.max(...[...calls.keys()].map((call) => shorten(call).length));
  const lines = [...calls].flatMap(([call, callFindings]) => {
    const worst = callFindings.find(({ verdict }) => verdict === 'differs') ?? callFindings[0];
    const details = callFindings
      .filter(({ what }) => what)
      .flatMap(({ item, what, effect }) => [
        `  ${item.padEnd(9)} ${what}`,
        ...(effect ? [`  ${''.padEnd(9)} ${text('staging.consoleDoes', { effect })}`] : []),
      ]);
    return [`${shorten(call).padEnd(width)}  ${text(`staging.verdict.${worst?.verdict ?? 'same'}`)}`, ...details];
  });
  const countVerdict = (countedVerdict: Finding['verdict']) =>
    findings.filter(({ verdict }) => verdict === countedVerdict).length;
  const [count, skipped] = [countVerdict('differs'), countVerdict('skipped')];
  // Skipped calls are reported, since they prove nothing about the contract.
  const unknown = skipped ? [text('staging.skipped', { count: skipped })] : [];
  return [...lines, '', ...unknown, count ? text('staging.differences', { count }) : text('staging.asContract')].join(
    '\n',
  );
}

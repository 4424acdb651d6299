import { text } from '#i18n/text.ts';
import { currentDate } from '#resources/clock.ts';
import { type Answer, allowsOrigin, type Deviation, type Limits, makeCall } from './ask.ts';
import { READ_CALLS, type ReadCall } from './calls.ts';
import { answerRecords, contractDeviations, unwrap } from './compare.ts';
import { askFrames } from './frames.ts';
import { at, type Given } from './rules.ts';
import * as shapes from './shapes.ts';

/** One line of the report. */
export interface Finding {
  call: string;
  /** Specification item that the call, or this deviation of it, is named by. */
  item: string;
  /** `same`: as the contract says; `skipped`: there was no record to ask for; `note`: worth knowing, no difference. */
  verdict: 'same' | 'differs' | 'skipped' | 'note';
  what: string;
  /** The console's reaction to it; empty where there is nothing to do. */
  effect: string;
}

/** Settings of the check. */
export interface CheckOptions extends Partial<Limits> {
  /** Address of the server, without a final slash. */
  url: string;
  username: string;
  password: string;
  /** How long all of it may take, ms. */
  time?: number;
  /** An answer that takes longer is noted, ms. */
  slow?: number;
}

const SIGN_IN = '/api/auth';
/** Limits on reading another server: 15 s and 8 MiB a call, 5 minutes in all. */
const LIMITS = { patience: 15_000, bytes: 8_388_608, time: 300_000, slow: 5_000 } as const;

/** Fills the {placeholders} of an address; null while one is unknown. */
function fillPlaceholders(address: string, values: Given['found']): string | null {
  const lacking = [...address.matchAll(/\{(\w+)\}/g)].some(([, of = '']) => !values.has(of));
  if (lacking) return null;
  return address.replace(/\{(\w+)\}/g, (_, of: string) =>
    encodeURIComponent(values.get(of) ?? '')
      .replaceAll('%2C', ',')
      .replaceAll('%3D', '='),
  );
}

/** The address of a next page on the server that is checked, whatever host name the server gives itself; null without one. */
function nextPageAddress(url: string, next: string | number | undefined): string | null {
  if (typeof next !== 'string' || !URL.canParse(next, url)) return null;
  const { pathname, search } = new URL(next, url);
  const base = new URL(url).pathname.replace(/\/$/, '');
  return `${pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname}${search}`;
}

/** A month as the readings are asked for, `MMYYYY`. @param back how many months ago */
function formatMonth(day: Date, back = 0): string {
  const month = new Date(day.getFullYear(), day.getMonth() - back, 1);
  return `${String(month.getMonth() + 1).padStart(2, '0')}${month.getFullYear()}`;
}

/** Values known before the first answer: months, and the days of the board's filter in unix seconds (TASK-05). */
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

/** Walks the calls one after the other and keeps what they gave. */
class CheckRun {
  readonly findings: Finding[] = [];
  readonly found = initialValues(currentDate());
  readonly #records = new Map<string, readonly unknown[]>();
  readonly #options;

  constructor(options: CheckOptions) {
    this.#options = { ...LIMITS, ...options };
  }

  /** Writes down what is wrong with a call, or that nothing is. */
  tell(call: string, item: string, deviations: readonly Deviation[]): void {
    for (const { what, effect, item: own = item } of deviations)
      this.findings.push({ call, item: own, verdict: 'differs', what, effect: text(`staging.effect.${effect}`) });
    if (!deviations.length) this.findings.push({ call, item, verdict: 'same', what: '', effect: '' });
  }

  #skip(call: string, item: string, what: string): void {
    this.findings.push({ call, item, verdict: 'skipped', what, effect: '' });
  }

  /** @returns the token; null when there is no way in */
  async signIn(): Promise<string | null> {
    const { url, username, password } = this.#options;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username, password });
    const entered = await makeCall(`${url}${SIGN_IN}`, { method: 'POST', headers, body }, this.#options);
    const deviations =
      'trouble' in entered
        ? [entered.trouble]
        : this.#deviations(entered, { form: 'one', shape: shapes.signedIn, needs: ['token', 'role'] });
    const token = 'trouble' in entered ? null : at(unwrap(entered.body), 'token');
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
    const other: Deviation = { what: text('staging.otherStatus', { status, expected: 200 }), effect: 'status' };
    return [...(status === 200 ? [] : [other]), ...contractDeviations(call, unwrap(answer.body))];
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
    const how = call.body
      ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(call.body) }
      : { headers };
    const answer = await makeCall(`${base}${address}`, how, this.#options, refusal?.status);
    if ('trouble' in answer) return this.tell(address, item, [answer.trouble]);
    this.#noteSlow(address, item, answer);
    if (refusal) {
      const { status } = answer;
      const isSo = status === refusal.status;
      const what = text('staging.otherStatus', { status, expected: refusal.status });
      return this.tell(address, item, isSo ? [] : [{ what, effect: refusal.effect }]);
    }
    this.#read(call, address, answer);
  }

  #read(call: ReadCall, address: string, answer: Answer): void {
    const body = unwrap(answer.body);
    const records = answerRecords(call.form, body) ?? [];
    const earlier = (name: string) => this.#records.get(name) ?? [];
    const query = new URL(address, 'http://server').searchParams;
    const given: Given = { records, body, query, found: this.found, earlier };
    const wrong = (call.rules ?? []).flatMap((rule) => rule(given));
    this.tell(address, call.item, [...this.#deviations(answer, call), ...wrong]);
    this.#records.set(call.name, records);
    const finds = {
      [call.name]: () => records.map((record) => at(record, 'id')).find((id) => id != null),
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

  /** Everything there is to read, for as long as it may take. */
  async all(token: string): Promise<void> {
    const { url, time, patience } = this.#options;
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
    for (const { call, item, asked, deviations } of await askFrames(url, token, buildings, patience))
      this.tell(call, item, 'trouble' in asked ? [asked.trouble] : deviations);
    const [{ url: probe } = { url: SIGN_IN }] = READ_CALLS;
    if (await allowsOrigin(`${url}${probe}`, 'https://console.example', patience)) return;
    const call = `OPTIONS ${probe}`;
    this.findings.push({ call, item: 'API-01', verdict: 'note', what: text('staging.cors'), effect: '' });
  }
}

/** Signs in and walks the reading calls of the contract. Writes nothing but the session of the sign-in. */
export async function checkStaging(options: CheckOptions): Promise<Finding[]> {
  const run = new CheckRun(options);
  const token = await run.signIn();
  if (token !== null) await run.all(token);
  return run.findings;
}

/** Widest address in the report, characters. */
const WIDTH = 88;
function short(call: string): string {
  const listed = call.replaceAll('%2C', ',').replace(/=(\d+),\d[\d,]*/g, '=$1,…');
  return listed.length > WIDTH ? `${listed.slice(0, WIDTH - 1)}…` : listed;
}

/** The report for a terminal: a line a call; under a call that differs the items, what is wrong, and what the console does. */
export function formatReport(findings: readonly Finding[]): string {
  const calls = new Map<string, Finding[]>();
  for (const finding of findings) calls.set(finding.call, [...(calls.get(finding.call) ?? []), finding]);
  const width = Math.max(...[...calls.keys()].map((call) => short(call).length));
  const lines = [...calls].flatMap(([call, told]) => {
    const worst = told.find(({ verdict }) => verdict === 'differs') ?? told[0];
    const details = told
      .filter(({ what }) => what)
      .flatMap(({ item, what, effect }) => [
        `  ${item.padEnd(9)} ${what}`,
        ...(effect ? [`  ${''.padEnd(9)} ${text('staging.consoleDoes', { effect })}`] : []),
      ]);
    return [`${short(call).padEnd(width)}  ${text(`staging.verdict.${worst?.verdict ?? 'same'}`)}`, ...details];
  });
  const number = (wanted: Finding['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length;
  const [count, skipped] = [number('differs'), number('skipped')];
  // Skipped calls are reported, since they prove nothing about the contract.
  const unknown = skipped ? [text('staging.skipped', { count: skipped })] : [];
  return [...lines, '', ...unknown, count ? text('staging.differences', { count }) : text('staging.asContract')].join(
    '\n',
  );
}

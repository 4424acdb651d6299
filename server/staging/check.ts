import { problemText } from '#i18n/definition-problem.ts';
import { text } from '#i18n/text.ts';
import { problemsOf } from '#resources/language/definition-problem.ts';
import { signInAnswer } from '#resources/protocol/sign-in.ts';
import { allowsOrigin, ask } from './ask.ts';
import { READ_CALLS } from './calls.ts';

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
/** A server that returns a thousand records with the same fault is told of it once. */
const MOST = 5;

/** Id of the first record of a list or page; null when it holds none. */
function firstId(body: unknown): number | null {
  const page = body as { results?: unknown } | null;
  const list = Array.isArray(body) ? body : page?.results;
  const [first] = Array.isArray(list) ? (list as { id?: unknown }[]) : [];
  return typeof first?.id === 'number' ? first.id : null;
}

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
  const found = new Map<string, number>();
  for (const { name, url: address, shape } of READ_CALLS) {
    const lacking = [...address.matchAll(/\{([a-z-]+)\}/g)].find(([, of = '']) => !found.has(of));
    if (lacking) {
      findings.push({ call: address, verdict: 'skipped', what: text('staging.nothing') });
      continue;
    }
    const call = address.replace(/\{([a-z-]+)\}/g, (_, of: string) => String(found.get(of)));
    const asked = await ask(`${url}${call}`, { headers: { authorization } }, patience);
    if ('trouble' in asked) {
      findings.push({ call, verdict: 'differs', what: asked.trouble });
      continue;
    }
    const first = firstId(asked.body);
    if (first !== null) found.set(name, first);
    const porch = firstId((asked.body as { porches?: unknown } | null)?.porches);
    if (name === 'building' && porch !== null) found.set('porches', porch);
    const read = shape.safeParse(asked.body);
    if (read.success) findings.push({ call, verdict: 'same', what: '' });
    else {
      const said = [...new Set(problemsOf(read.error, asked.body).map(problemText))];
      for (const what of said.slice(0, MOST)) findings.push({ call, verdict: 'differs', what });
      if (said.length > MOST)
        findings.push({ call, verdict: 'differs', what: text('staging.more', { count: said.length - MOST }) });
    }
  }
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
  const count = findings.filter(({ verdict }) => verdict === 'differs').length;
  return [...lines, '', count ? text('staging.differences', { count }) : text('staging.asContract')].join('\n');
}

import { text } from '#i18n/text.ts';
import { troubleOfCode } from './trouble.ts';

/** What came of a call: an answer, or the sentence why there is none. */
export type Asked = { body: unknown } | { trouble: string };

/** The sentence for a call that got no answer at all. */
export function troubleOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  const code = cause?.code ?? '';
  const trouble = name === 'TimeoutError' ? 'late' : troubleOfCode(code);
  return text(`staging.${trouble}`, { code: code || String(name) });
}

/** Makes one call. Never throws for what the other server does. @param patience how long to wait, ms */
export async function ask(url: string, init: RequestInit, patience: number): Promise<Asked> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) });
    const { status } = response;
    const type = response.headers.get('content-type') ?? '';
    const said = await response.text();
    if (status >= 500) return { trouble: text('staging.failed', { status }) };
    if (status >= 300 && status < 400) return { trouble: text('staging.moved', { status }) };
    if (type.includes('html')) return { trouble: text('staging.html') };
    if (status === 401) return { trouble: text('staging.stranger') };
    if (status === 403) return { trouble: text('staging.denied') };
    if (status >= 400) return { trouble: text('staging.refusedCall', { status }) };
    try {
      return { body: JSON.parse(said) as unknown };
    } catch {
      return { trouble: text('staging.noJson') };
    }
  } catch (error) {
    return { trouble: troubleOf(error) };
  }
}

/** Whether a page of another origin may call: it matters only to a console that is not served by `STAGING_URL`. */
export async function allowsOrigin(url: string, origin: string, patience: number): Promise<boolean> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const answer = await fetch(url, { method: 'OPTIONS', headers, signal: AbortSignal.timeout(patience) }).catch(
    () => null,
  );
  const allowed = answer?.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
}

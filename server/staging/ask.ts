import { text } from '#i18n/text.ts';

/** What came of a call: an answer, or the sentence why there is none. */
export type Asked = { body: unknown } | { trouble: string };

const CERTIFICATE = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The sentence for a call that got no answer at all. */
export function troubleOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  const code = cause?.code ?? '';
  if (name === 'TimeoutError' || code.includes('TIMEOUT') || code === 'ETIMEDOUT') return text('staging.late');
  if (code === 'CERT_HAS_EXPIRED') return text('staging.expired');
  if (CERTIFICATE.has(code)) return text('staging.certificate');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return text('staging.noName');
  if (code === 'ECONNREFUSED') return text('staging.refused');
  return text('staging.broken', { code: code || String(name) });
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

/** Failures on the way to another server; each has a sentence of its own. */
export type Trouble = 'late' | 'expired' | 'certificate' | 'noName' | 'refused' | 'broken';

const CERTIFICATE = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The failure that an error code of Node's network means. */
export function troubleOfCode(code: string): Trouble {
  if (code.includes('TIMEOUT') || code === 'ETIMEDOUT') return 'late';
  if (code === 'CERT_HAS_EXPIRED') return 'expired';
  if (CERTIFICATE.has(code)) return 'certificate';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'noName';
  return code === 'ECONNREFUSED' ? 'refused' : 'broken';
}

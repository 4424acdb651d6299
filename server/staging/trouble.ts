/** Network failures of a call to another server; each has its own message. */
export type NetworkFailure = 'late' | 'expired' | 'certificate' | 'noName' | 'refused' | 'broken';

const CERTIFICATE_ERRORS = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The failure for an error code of Node's network modules. */
export function classifyErrorCode(code: string): NetworkFailure {
  if (code.includes('TIMEOUT') || code === 'ETIMEDOUT') return 'late';
  if (code === 'CERT_HAS_EXPIRED') return 'expired';
  if (CERTIFICATE_ERRORS.has(code)) return 'certificate';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'noName';
  return code === 'ECONNREFUSED' ? 'refused' : 'broken';
}

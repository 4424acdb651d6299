/**
 * Header that makes a creating request idempotent (draft-ietf-httpapi-idempotency-key-header): a repeated request with the same
 * key gets the first response and creates nothing.
 */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Format of the key, with or without the quotes of a structured header. */
export const IDEMPOTENCY_KEY_PATTERN = /^("[\w.:-]{8,100}"|[\w.:-]{8,100})$/;

/**
 * Header by which a creating call is known again (draft-ietf-httpapi-idempotency-key-header): the same call under the same
 * key is answered as the first was and creates nothing.
 */
export const ONCE_KEY = 'idempotency-key';

/** Such a key, in the quotes of a structured header or without them. */
export const ONCE_KEY_SHAPE = /^("[\w.:-]{8,100}"|[\w.:-]{8,100})$/;

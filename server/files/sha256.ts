import { createHash } from 'node:crypto';

/** SHA-256 of bytes in hexadecimal digits: their name in the store of files. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

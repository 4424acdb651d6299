import { createHash } from 'node:crypto';

/** SHA-256 of bytes in hexadecimal, their name in the file store. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * A unique id in hexadecimal digits; also over plain HTTP, where `randomUUID` does not exist.
 * @param bytes two digits each
 */
export const randomId = (bytes = 16): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

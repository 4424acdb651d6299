/**
 * Random id in hexadecimal digits; also works over plain HTTP, where `randomUUID` does not exist.
 * @param bytes each gives two digits
 */
export const randomId = (bytes = 16): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

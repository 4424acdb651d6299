/** An address for a browser on this machine. */
export function serverAddress(host: string, port: number): string {
  return `http://${NEARBY.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}/`;
}

const NEARBY = new Set(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']);

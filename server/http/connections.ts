import { BlockList, isIPv4, isIPv6, type Server, type Socket } from 'node:net';
import { networkPrefix } from '#server/access/attempts.ts';

/** Connections of one process by all clients: each takes a file of the system and some memory. */
const CONNECTIONS = 20_000;
/** Connections of one address besides its web sockets: a browser has six, an office behind one address some hundreds. */
const PLAIN = 1_000;

/** Networks of the names that Fastify knows groups of addresses by. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function proxyList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of proxies.flatMap((one) => GROUPS[one] ?? [one])) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return list;
}

/** The bounds of connections, and whose are not counted: a proxy has those of everybody. */
export interface ConnectionBounds {
  trustedProxies: readonly string[];
  socketsPerAddress: number;
}

/**
 * Closes connections of one address above a bound as soon as they are opened, before a byte of them is read, and those above what
 * one process can have: otherwise one client takes all files that the system gives the process.
 */
export function boundConnections(
  server: Pick<Server, 'maxConnections' | 'on'>,
  { trustedProxies, socketsPerAddress }: ConnectionBounds,
  plain = PLAIN,
): void {
  server.maxConnections = CONNECTIONS;
  const proxies = proxyList(trustedProxies);
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const address = networkPrefix(remoteAddress);
    const isProxy = isIPv4(address) ? proxies.check(address) : proxies.check(remoteAddress, 'ipv6');
    if (isProxy) return;
    const count = counts.get(address) ?? 0;
    if (count >= socketsPerAddress + plain) {
      socket.destroy();
      return;
    }
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}

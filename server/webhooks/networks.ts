import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';

/** Networks that are not of the open internet: this machine, the company's own network, addresses of special use. */
const CLOSED_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

/** A receiver's address that may not be called. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

const CLOSED = blockList(CLOSED_NETWORKS);

/** Which addresses a call may go to. */
export interface Networks {
  /** Whether the installation allows an address by name (`WEBHOOK_NETWORKS`). */
  isNamed(address: string): boolean;
  /** Whether an address is of the open internet, or allowed by name. */
  isOpen(address: string): boolean;
}

/** @param named addresses and networks that the installation allows besides the open internet */
export function openNetworks(named: readonly string[]): Networks {
  const list = blockList(named);
  const isNamed = (address: string) => list.check(address, familyOf(address));
  return { isNamed, isOpen: (address) => isNamed(address) || !CLOSED.check(address, familyOf(address)) };
}

/**
 * Finds the address of a host as sockets do. The very address that was looked at is connected to: another answer of the name server
 * changes nothing. Fails with RefusedAddressError, whose message is the address, where one of them is not allowed.
 */
export const lookupAmong =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const refused = addresses.find(({ address }) => !isAllowed(address));
      if (refused) return callback(new RefusedAddressError(refused.address), '');
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP } from 'node:net';

/** Networks that are not public: this machine, private networks, special-purpose addresses. */
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

/** A receiver's IP address is not allowed. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

const addressFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = addressFamily(address);
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

const closedList = blockList(CLOSED_NETWORKS);

/** Rules for which IP addresses webhooks may be sent to. */
export interface AddressRules {
  /** Whether the installation explicitly allows an address (`WEBHOOK_NETWORKS`). */
  isExplicitlyAllowed(address: string): boolean;
  /** Whether an address is public or explicitly allowed. */
  isAllowed(address: string): boolean;
}

/**
 * Creates the rules for which IP addresses webhooks may be sent to.
 * @param named addresses and networks allowed in addition to public ones
 */
export function createAddressRules(named: readonly string[]): AddressRules {
  const list = blockList(named);
  const isExplicitlyAllowed = (address: string) => list.check(address, addressFamily(address));
  return {
    isExplicitlyAllowed,
    isAllowed: (address) => isExplicitlyAllowed(address) || !closedList.check(address, addressFamily(address)),
  };
}

/**
 * Creates a lookup for sockets that resolves a host and checks its addresses, so that the socket connects to a checked address
 * even if DNS changes. Fails with RefusedAddressError, whose message is the address, if one of them is not allowed.
 */
export const createCheckedLookup =
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

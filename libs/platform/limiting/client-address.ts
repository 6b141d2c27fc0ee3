import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_BYTES = 8;

/**
 * The part of an address that identifies a client: an IPv4 address, or the /64 network of an IPv6 address, because one
 * client may use every address of its network. Returns a text that is not an address unchanged.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address); // an IPv4 address in IPv6 form becomes IPv4
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, IPV6_NETWORK_BYTES);
  return `${ipaddr.fromByteArray([...network, ...Array<number>(16 - IPV6_NETWORK_BYTES).fill(0)]).toString()}/64`;
}

import { isIP } from 'node:net';
import { makeValidator } from 'envalid';
import type { FastifyRequest } from 'fastify';

const FORM = 'must be addresses or networks such as 10.20.0.7 or 10.20.0.0/16, separated by commas';

/**
 * Reads addresses and networks in CIDR form, separated by commas; an empty text means none. A network of every address
 * is rejected: with it, every client could choose the address that the log shows.
 *
 * @throws Error that names the part that is not one
 */
export function readTrustedProxies(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(readProxy);
}

/** An environment variable with the addresses of trusted proxies. */
export const trustedProxies = makeValidator<string[]>(readTrustedProxies);

function readProxy(text: string): string {
  const [address = '', length, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
  if (isIP(address) === 0 || address.includes('%') || !isLength || rest.length > 0) {
    throw new Error(`${FORM}; "${text}" is neither`);
  }
  if (length !== undefined && Number(length) === 0) throw new Error(`${FORM}; "${text}" would trust every client`);
  return text;
}

/** The longest address: IPv6 with an IPv4 address at its end. */
const MAX_ADDRESS = 45;
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * The address of the client, for the log and for limits. Fastify takes it from X-Forwarded-For only when the connection comes from a
 * trusted proxy, and then the last address that no trusted proxy has. If that is not an address, this returns the
 * address of the connection, or `unknown` when the connection is closed already.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress) ?? 'unknown';
}

/** An address without the prefix of IPv4 addresses on an IPv6 socket; undefined for any other text. */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_ADDRESS || isIP(text) === 0) return undefined;
  return text.replace(MAPPED, '');
}

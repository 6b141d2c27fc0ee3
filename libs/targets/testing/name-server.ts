import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;
const QUESTION_TAIL_BYTES = 4;

export type Records = Record<string, string[] | 'silent' | { code: number }>;

/**
 * A name server on loopback, over UDP, for A and AAAA (RFC 1035). A name has addresses, or an error code for all
 * queries, or gets no response; unknown names do not exist (code 3).
 */
export async function startNameServer(records: Records): Promise<{ address: string; close(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const known = records[name] ?? { code: 3 };
    if (known === 'silent') return;
    const code = Array.isArray(known) ? 0 : known.code;
    const addresses = Array.isArray(known) ? known.filter((each) => typeOf(each) === type) : [];
    socket.send(answer(query.subarray(0, end), code, addresses), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 1 + QUESTION_TAIL_BYTES };
}

function answer(headerAndQuestion: Buffer, code: number, addresses: string[]): Buffer {
  const start = Buffer.from(headerAndQuestion);
  start.writeUInt16BE(0x8180 | code, 2); // a response; recursion was desired and is available
  start.writeUInt16BE(1, 4);
  start.writeUInt16BE(addresses.length, 6);
  start.writeUInt32BE(0, 8);
  return Buffer.concat([start, ...addresses.map(record)]);
}

function record(address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(0xc00c, 0); // the name of the question
  head.writeUInt16BE(typeOf(address), 2);
  head.writeUInt16BE(1, 4); // Internet
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

const typeOf = (address: string): number => (isIPv4(address) ? TYPE_A : TYPE_AAAA);

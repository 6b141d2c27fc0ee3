import type { UUID } from '@eventstore/db-client/generated/shared_pb';

/** The id as text. Servers send an id as text, or as two halves of 64 bits. */
export function uuidText(id: UUID | undefined): string {
  const halves = id?.getStructured();
  if (!halves) return id?.getString().toLowerCase() ?? '';
  const hex = hexadecimal(halves.getMostSignificantBits()) + hexadecimal(halves.getLeastSignificantBits());
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

function hexadecimal(bits: string): string {
  return BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');
}

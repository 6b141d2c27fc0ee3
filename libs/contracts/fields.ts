import Type, { type TSchema } from 'typebox';
import { view } from './declaration/view';

/** Fields that several contracts share. */

/** The pattern of ids. It has no anchors, so that it can be part of another pattern. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const Id = Type.String({ format: 'uuid' });
/** Part of the commands that verify something. */
export const paced = {
  paced: Type.Optional(
    Type.Boolean({ description: 'true: it rests most of the time, because no person waits for it; default false' }),
  ),
};

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds' });
export const hashOf = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });
export const Hash = hashOf('SHA-256, lower-case hex');
/** Roots of the subtrees of a Merkle tree; see `Frontier` of the package for verifiers. */
export const HashesInBase64 = (description: string) =>
  Type.Array(Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }), { description });
export const FrontierHashes = (tree: string) =>
  HashesInBase64(`hashes of the complete subtrees of ${tree}, largest first, in base64`);
export const Metadata = view('FreeForm', Type.Record(Type.String(), Type.Unknown()), { description: 'free-form JSON' });
export const MinorUnits = Type.String({
  pattern: '^[1-9][0-9]*$',
  description: 'amount in minor units, canonical decimal digits',
});
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$' });

/** Options of a text that is an amount in minor units, which may be below zero. */
export const SignedMinorUnits = { pattern: '^-?[0-9]+$' };

/** A field that is always present, and null when it has no value. */
export const nullable = <Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options);

/** When a sealed secret was sealed again, and with which key. */
export const resealed = {
  sealing_key: Type.String({
    pattern: '^[0-9a-f]{16}$',
    description: 'the name of the new master key; it does not reveal the key',
    examples: ['3f1b6f0a9d2c4e58'],
  }),
  resealed_at: Timestamp,
};

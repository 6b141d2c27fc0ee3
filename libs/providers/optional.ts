import Type from 'typebox';

/** A field that providers leave out, or send as null, when it has no value. */
export const optional = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

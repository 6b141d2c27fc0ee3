import { v5, v7, validate } from 'uuid';

/** A new identifier: UUIDv7 (RFC 9562), so that ids sort by creation and indexes grow at one end. */
export const newId = (): string => v7();

/** An identifier that follows from another one: UUIDv5 (RFC 9562) of `name` in the namespace `parent`. */
export const derivedId = (parent: string, name: string): string => v5(name, parent);

export const isUuid = (text: unknown): text is string => typeof text === 'string' && validate(text);

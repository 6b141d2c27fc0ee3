import Type from 'typebox';
import { Hash } from '../fields';

/**
 * Part of a command for a change that two people agreed on: the hash of the state that they saw. If the state that the
 * command finds has another one, it changes nothing.
 */
export const reviewedAs = { reviewed: Type.Optional(Hash) };

/**
 * Part of a command for a change that may need two people: the hash of what the sender saw of the object when it found
 * that one person is enough, or that another one has approved. If the events of the object say otherwise, the command
 * changes nothing. Senders of earlier versions leave it out.
 */
export const asSeen = { as_seen: Type.Optional(Hash) };

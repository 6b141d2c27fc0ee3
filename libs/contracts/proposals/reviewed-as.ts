import Type from 'typebox';
import { Hash } from '../fields';

/**
 * Part of a command for a change that two people agreed on: the hash of the state that they saw. If the state that the
 * command finds has another one, it changes nothing.
 */
export const reviewedAs = { reviewed: Type.Optional(Hash) };

import { isIP } from 'node:net';
import { PartOfWork } from './current-work';

const address = new PartOfWork<string>();

/** Runs the work, and everything that it starts, for the client with this address; undefined: no client is known. */
export const withCallerAddress = <T>(of: string | undefined, work: () => T): T =>
  address.run(of !== undefined && isIP(of) !== 0 ? of : undefined, work);

/** The IP address of the client whose HTTP request caused the current work; undefined when none is known. */
export const currentCallerAddress = (): string | undefined => address.current;

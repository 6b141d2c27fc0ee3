import type { Reported } from './reported';

/** The last group of the id is random; the first one is a time. */
export const fileName = ({ content, at, id }: Reported, extension: string): string =>
  `${content.kind}-${at.slice(0, 10)}-${id.slice(-12)}.${extension}`;

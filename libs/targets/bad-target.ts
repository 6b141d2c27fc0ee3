/**
 * The target is not allowed. A retry does not help until the url or its DNS records change.
 *
 * Institutions and staff may read `message`: it describes the url as they wrote it, and never an address that a name
 * server returned. `operatorDetail` may contain such an address, and is for logs only.
 */
export class BadTarget extends Error {
  constructor(
    message: string,
    readonly operatorDetail?: string,
  ) {
    super(message);
    this.name = 'BadTarget';
  }
}

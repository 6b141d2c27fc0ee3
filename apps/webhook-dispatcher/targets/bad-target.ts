/**
 * The target is not one to which anything may be sent. Trying again does not help until somebody changes
 * the url or its DNS records.
 *
 * `message` may be shown to the institution: it speaks of the url as they wrote it and never of an address
 * that a name server of ours answered. `operatorDetail` may, and is for logs only.
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

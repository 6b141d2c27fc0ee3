export class CheckpointKeyUnreadable extends Error {
  constructor(keyId: string | undefined, log: string, options?: ErrorOptions) {
    super(
      `cannot use the checkpoint key${keyId === undefined ? '' : ` ${keyId}`} of the log ${log}: it was changed, or PROBITY_MASTER_KEY is not the key ` +
        'that sealed it; restore the PROBITY_MASTER_KEY of the installation (in one process: its secrets.json)',
      options,
    );
    this.name = 'CheckpointKeyUnreadable';
  }
}

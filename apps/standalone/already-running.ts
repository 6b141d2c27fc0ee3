/** Another Probity is running or starting on the same data directory. */
export class AlreadyRunning extends Error {
  constructor(dataDirectory: string) {
    super(`another Probity is running on ${dataDirectory}; stop it, or choose another PROBITY_DATA_DIR`);
    this.name = 'AlreadyRunning';
  }
}

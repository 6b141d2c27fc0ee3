/** Listens for Ctrl-C. Later signals are ignored: npm forwards a Ctrl-C that the terminal has already sent. */
export function interrupts(): { givenUp: AbortSignal; ignore: () => void } {
  const givenUp = new AbortController();
  const giveUp = (): void => givenUp.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, giveUp);
  return {
    givenUp: givenUp.signal,
    ignore: () => {
      for (const signal of signals) process.off(signal, giveUp);
    },
  };
}

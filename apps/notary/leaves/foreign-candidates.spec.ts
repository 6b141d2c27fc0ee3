import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { toEvent } from '@probity/event-store/postgres/stored-event';
import { asText, foreignContent } from '@probity/event-store/testing/foreign-contents';
import { candidatesOf } from './candidate';
import { sortOut } from './sort-out';

const PREFIXES = ['ledger-', 'customer-', 'notary-log-', 'checkpoint-key-', 'event-key-', 'elsewhere-', ''];
const RUNNING = { log: () => false, stream: () => false };

it('events of any content, which Probity did not write, are logged as they are or keep only their stream from a log', () => {
  const stream = fc.tuple(fc.constantFrom(...PREFIXES), fc.oneof(fc.uuid(), fc.string()));
  fc.assert(
    fc.property(fc.array(fc.tuple(stream, fc.nat(9), foreignContent), { maxLength: 20 }), (written) => {
      const events = written.map(([name, revision, { type, data, metadata }]) => {
        const row = { id: randomUUID(), type, data: asText(data), metadata: metadata ? asText(metadata) : null };
        return toEvent({ ...row, stream: name.join(''), revision: String(revision) });
      });
      const candidates = candidatesOf(events);
      const owners = new Map(candidates.map(({ stream: of, names }) => [of, names]));
      const nothing = {
        streams: new Map(),
        hashes: new Map(),
        ledgers: new Map(),
        contradicted: new Map(),
        foreign: new Set<string>(),
        growth: new Map(),
      };
      const { missing, setAside } = sortOut(candidates, { ...nothing, owners }, RUNNING);
      const logged = [...missing.values()].flat().map(({ leaf }) => leaf);
      for (const { stream: of, revision, leaf } of candidates) {
        if (leaf === undefined && !logged.some(([name, at]) => name === of && at >= revision))
          expect([...setAside.keys()]).toContain(of);
      }
    }),
  );
});

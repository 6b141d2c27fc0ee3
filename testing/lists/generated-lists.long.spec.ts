import { recogniseFiles } from '@probity/watchlists/importers';
import { GENERATED_LISTS, type GeneratedList } from './generated/generated-lists';

async function* pieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}

/** The processor time in seconds that an import of so many records needs. */
async function timeOf({ files }: GeneratedList, count: number): Promise<number> {
  const made = files(7, count);
  const found = recogniseFiles(Object.keys(made))!;
  const roles = Object.entries(found.files).map(([role, name]) => [role, pieces(made[name]!)] as const);
  const start = process.cpuUsage();
  let entries = 0;
  for await (const entry of found.importer.read(Object.fromEntries(roles), 'timed', () => undefined))
    if (entry.names.length > 0) entries += 1;
  const { user, system } = process.cpuUsage(start);
  expect(entries).toBeGreaterThan(count * 0.9);
  return (user + system) / 1_000_000;
}

describe('the time of an import', () => {
  it.each(GENERATED_LISTS)(
    'grows with the number of records and no faster: $title',
    async (list) => {
      await timeOf(list, 1_000);
      const small = await timeOf(list, 5_000);
      // four times as much would be linear, sixteen times quadratic
      expect(await timeOf(list, 20_000)).toBeLessThan(small * 8);
    },
    600_000,
  );
});

import { Client } from 'pg';

export interface CommitResult {
  connections: number;
  per_second: number;
}

/** The baseline: inserts single rows directly into the same Postgres, one commit per row. */
export async function measureCommits(url: string, connections: number, seconds: number): Promise<CommitResult> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const admin = clients[0]!;
  await admin.query(
    'CREATE TABLE IF NOT EXISTS public.bench_commits (id bigint GENERATED ALWAYS AS IDENTITY, body text)',
  );
  const body = 'x'.repeat(500);
  const endAt = performance.now() + seconds * 1000;
  let commits = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < endAt) {
        await client.query({
          name: 'commit',
          text: 'INSERT INTO public.bench_commits (body) VALUES ($1)',
          values: [body],
        });
        commits++;
      }
    }),
  );
  await admin.query('DROP TABLE public.bench_commits');
  await Promise.all(clients.map((client) => client.end()));
  return { connections, per_second: Math.round(commits / seconds) };
}

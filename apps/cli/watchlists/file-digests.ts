import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The SHA-256 of each file in hex, by role. @param files path by role */
export async function fileDigests(files: Record<string, string>): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [role, path] of Object.entries(files)) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    digests[role] = hash.digest('hex');
  }
  return digests;
}

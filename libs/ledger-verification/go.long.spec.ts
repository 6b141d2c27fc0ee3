import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signNote, verificationKeyOf } from '@probity/platform/transparency/sign-note';
import { formatCheckpoint, verifyCheckpoint } from './checkpoint';
import { toBase64 } from './encoding';
import { proveConsistency, proveInclusion, type ReadHashes } from './make-proofs';
import { appendLeaf, EMPTY_TREE, leafHash, rootOf } from './merkle-tree';
import { ledgerOrigin } from './origins';
import { keyOf, LEDGER_ID } from './testing/generated-ledger';
import { parseKey } from './verification-key';

/** The packages for notes and logs come with Go, so that this needs no network. */
function packagesOfGo(): string | undefined {
  const { status, stdout } = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' });
  const folder = join(String(stdout).trim(), 'src', 'cmd', 'vendor', 'golang.org', 'x', 'mod');
  return status === 0 && existsSync(join(folder, 'sumdb', 'tlog')) ? folder : undefined;
}

const SIZES = [1, 2, 3, 4, 5, 7, 8, 64, 100, 255, 256, 257, 511, 512, 513, 600];
const LEAVES = Array.from({ length: SIZES.at(-1)! }, (_, index) => `{"leaf":${index},"text":"é"}`);

interface OfGo {
  checkpoints: number;
  inclusion: number;
  consistency: number;
  tiles: number;
  key: string;
  note: string;
}

const go = packagesOfGo();

/** Skipped without Go. */
(go === undefined ? describe.skip : describe)('logs, compared with golang.org/x/mod/sumdb', () => {
  const folder = mkdtempSync(join(tmpdir(), 'go-verifies-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const signer = { name: ledgerOrigin(LEDGER_ID), privateKey: keyOf(7) };

  async function logOfOurs() {
    const trees = [EMPTY_TREE];
    const stored = new Map<string, Uint8Array>();
    for (const leaf of LEAVES) {
      const completed = ({ level, index, hash }: { level: number; index: number; hash: Uint8Array }): unknown =>
        stored.set(`${level}/${index}`, hash);
      trees.push(appendLeaf(trees.at(-1)!, leafHash(leaf), completed));
    }
    const read: ReadHashes = (level, first, count) =>
      Array.from({ length: count }, (_, at) =>
        level === 0 ? leafHash(LEAVES[first + at]!) : stored.get(`${level}/${first + at}`)!,
      );
    const [inclusion, consistency] = [[], []] as object[][];
    for (const to of SIZES) {
      for (let index = 0; index < to; index++) {
        const hashes = await proveInclusion(trees[to]!, index, read);
        inclusion!.push({ size: to, index, hashes: hashes.map(toBase64) });
      }
      for (const from of SIZES.filter((size) => size < to)) {
        const hashes = await proveConsistency(trees[to]!, from, read);
        consistency!.push({ from, to, hashes: hashes.map(toBase64) });
      }
    }
    const checkpoints = SIZES.map((size) =>
      signNote(formatCheckpoint({ origin: signer.name, size, root: rootOf(trees[size]!) }), signer),
    );
    const tiles = Object.fromEntries(await tilesOf(read));
    return { key: verificationKeyOf(signer), checkpoints, leaves: LEAVES, inclusion, consistency, tiles };
  }

  /** Every tile of every tree, with its path. */
  async function tilesOf(read: ReadHashes): Promise<[string, string][]> {
    const tiles: [string, string][] = [];
    for (const level of [0, 1]) {
      const hashes = Math.floor(LEAVES.length / 256 ** level);
      for (let first = 0; first < hashes; first += 256) {
        for (let width = 1; width <= Math.min(256, hashes - first); width++) {
          const bytes = Buffer.concat(await read(level * 8, first, width)).toString('base64');
          const index = String(first / 256).padStart(3, '0');
          tiles.push([`tile/${level}/${index}${width === 256 ? '' : `.p/${width}`}`, bytes]);
        }
      }
    }
    return tiles;
  }

  function runGo(input: object): OfGo {
    cpSync(go!, join(folder, 'mod'), { recursive: true });
    writeFileSync(join(folder, 'mod', 'go.mod'), 'module golang.org/x/mod\n\ngo 1.22\n');
    const uses = 'require golang.org/x/mod v0.0.0\n\nreplace golang.org/x/mod => ./mod\n';
    writeFileSync(join(folder, 'go.mod'), `module compared\n\ngo 1.22\n\n${uses}`);
    copyFileSync(join(__dirname, 'testing', 'go', 'main.go'), join(folder, 'main.go'));
    const env = { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
    const options = {
      cwd: folder,
      env,
      input: JSON.stringify(input),
      encoding: 'utf8' as const,
      stdio: 'pipe' as const,
    };
    return JSON.parse(execFileSync('go', ['run', '.'], options)) as OfGo;
  }

  it('Go verifies ours, and we verify its', async () => {
    const ours = await logOfOurs();
    const { key, note, ...verified } = runGo(ours);
    expect(verified).toEqual({ checkpoints: 16, inclusion: 3098, consistency: 120, tiles: 3098 });

    const origin = 'go.example/log';
    expect(await verifyCheckpoint(note, origin, [parseKey(key)])).toMatchObject({ size: 600 });

    const tile = Buffer.from(ours.tiles['tile/0/000']!, 'base64').fill(1, 0, 1).toString('base64');
    expect(() => runGo({ ...ours, tiles: { ...ours.tiles, 'tile/0/000': tile } })).toThrow(
      'downloaded inconsistent tile',
    );

    const changed = ours.checkpoints.with(3, ours.checkpoints[3]!.replace('\n4\n', '\n5\n'));
    expect(() => runGo({ ...ours, checkpoints: changed })).toThrow('invalid signature for key probity');
  }, 120_000);
});

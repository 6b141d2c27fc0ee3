import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A published package, packed and installed in a folder outside of the repository that has no other packages. */
export class InstalledPackage {
  private constructor(
    /** the folder that has `node_modules` */
    readonly consumer: string,
    /** the folder of the package */
    readonly folder: string,
  ) {}

  /** @param library the folder of its source, which has `pack.mjs` */
  static install(library: string, name: string): InstalledPackage {
    const consumer = mkdtempSync(join(tmpdir(), 'package-consumer-'));
    const folder = join(consumer, 'node_modules', ...name.split('/'));
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync(process.execPath, [join(library, 'pack.mjs'), consumer], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
    execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
    return new InstalledPackage(consumer, folder);
  }

  /** Runs a program of the consumer. Returns what it prints. */
  run(file: string, code: string): string {
    writeFileSync(join(this.consumer, file), code);
    return execFileSync(process.execPath, [file], { cwd: this.consumer, encoding: 'utf8' }).trim();
  }

  remove(): void {
    rmSync(this.consumer, { recursive: true });
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import type { OnModuleDestroy } from '@nestjs/common';
import type { CaseFile } from '@probity/contracts/case-files/views';
import { invalid, Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';

/** A scanner keeps its signatures in memory, so more at once help little. */
const AT_ONCE = 2;
/** More than uploads have slots. */
const MAX_WAITING = 8;
const MAX_OUTPUT = 500;
/** What a program may need of the environment. The secrets of the back office are not in it. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot'];

export interface ScanSettings {
  /** the program and its arguments; empty: files are not scanned */
  command: readonly string[];
  timeoutMs: number;
}

/**
 * Lets a program of the operator look at a file before it is stored. The program gets the file on its standard input and
 * runs without a shell. Its exit code says what it found: 0 nothing, 1 something. No program outlives the back office
 * when that stops.
 */
export class FileScanner implements OnModuleDestroy {
  private scanning = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly running = new Set<ChildProcess>();
  private isStopping = false;

  constructor(
    private readonly settings: ScanSettings,
    private readonly logger: Logger,
  ) {}

  /** Ends the programs that run, with everything that they started. Their files are not stored. */
  onModuleDestroy(): void {
    this.isStopping = true;
    this.running.forEach(stop);
  }

  /**
   * @throws Refusal `file_refused`; `file_not_scanned` when the program fails or does not end in time, when too many
   * files wait for it, or when the back office stops
   */
  async scan(content: Buffer): Promise<CaseFile['scan']> {
    if (this.settings.command.length === 0) return 'not_scanned';
    if (this.scanning >= AT_ONCE) {
      if (this.waiting.length >= MAX_WAITING) throw notScanned();
      await new Promise<void>((resolve) => this.waiting.push(resolve)); // the one that ends hands its place on
    } else this.scanning++;
    try {
      if (this.isStopping) throw notScanned();
      await this.run(content);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.scanning--;
    }
    return 'clean';
  }

  private async run(content: Buffer): Promise<void> {
    const { code, output } = await this.exitCode(content);
    if (code === 0) return;
    if (code === 1) {
      this.logger.warn({ output }, 'the program that scans files rejected a file');
      throw invalid('file_refused', 'the program that scans files found something in the file. No changes were made.');
    }
    this.logger.error({ code, output }, 'the program of FILE_SCAN_COMMAND failed');
    throw notScanned();
  }

  /** The exit code; a text when there is none. */
  private exitCode(content: Buffer): Promise<{ code: number | string; output: string }> {
    const [program = '', ...given] = this.settings.command;
    const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
    return new Promise((resolve) => {
      const scanner = spawn(program, given, { stdio: ['pipe', 'pipe', 'pipe'], env, detached: true });
      this.running.add(scanner);
      let output = '';
      const end = (code: number | string): void => {
        clearTimeout(late);
        this.running.delete(scanner);
        resolve({ code, output });
      };
      const late = setTimeout(() => {
        stop(scanner);
        end(`it did not end within ${this.settings.timeoutMs / 1000} s`);
      }, this.settings.timeoutMs);
      for (const stream of [scanner.stdout, scanner.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(0, MAX_OUTPUT)));
      }
      scanner.on('error', (error) => end(error.message));
      scanner.on('close', (code, signal) => end(code ?? `it was ended by ${signal}`));
      scanner.stdin.on('error', () => {}); // it may end before it has read everything; its exit code counts
      scanner.stdin.end(content);
    });
  }
}

const notScanned = () =>
  new Refusal(
    'overloaded',
    'file_not_scanned',
    'the file could not be scanned, so it was not stored. No changes were made; retry later.',
  );

/** Ends the program with everything that it started. */
function stop({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has just ended
  }
}

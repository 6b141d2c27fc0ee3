import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const INSTALLED = ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** The package is a module that Jest cannot load. */
const VERSION = `
  const entry = import.meta.resolve('@sparticuz/chromium');
  const { readFileSync } = await import('node:fs');
  console.log(JSON.parse(readFileSync(new URL('../../package.json', entry))).version);`;
/** It unpacks a browser into the folder for temporary files. */
const UNPACK = `
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
  console.log(JSON.stringify(chromium.args));`;
/** An option of the package for small machines. With it, a second person's pages stay empty. */
const ONE_PROCESS = '--single-process';
/** Pages need no graphics processor, and to emulate one takes a fifth of the processor time of a journey. */
const OF_EMULATED_GPU = /gpu|gl=|angle=|swiftshader/;
/** About one start in some hundred crashes. */
const MAX_STARTS = 3;

/** Starts an installed Chrome or Chromium; without one, the Chromium of a package. Only the desk is opened in it. */
export async function startChromium(): Promise<Browser> {
  const installed = INSTALLED.find((path) => existsSync(path));
  const options = installed ? { executablePath: installed, args: ['--no-sandbox'] } : fromPackage();
  for (let start = 1; ; start++) {
    try {
      return await chromium.launch(options);
    } catch (error) {
      if (start === MAX_STARTS) throw error;
    }
  }
}

/** Every caller unpacks into a folder of its own: the package takes a file for complete that another one still writes. */
function fromPackage(): LaunchOptions {
  const folder = join(tmpdir(), `probity-chromium-${moduleSays(VERSION).trim()}`);
  const own = existsSync(folder) ? folder : mkdtempSync(join(tmpdir(), 'unpacked-chromium-'));
  const args = JSON.parse(moduleSays(UNPACK, own)) as string[];
  if (own !== folder) keep(own, folder);
  return { executablePath: join(folder, 'chromium'), args: ['--disable-gpu', ...args.filter(isNeeded)] };
}

const isNeeded = (option: string): boolean => option !== ONE_PROCESS && !OF_EMULATED_GPU.test(option);

const moduleSays = (program: string, temporary = tmpdir()): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: __dirname,
    env: { ...process.env, TMPDIR: temporary },
    encoding: 'utf8',
  });

function keep(unpacked: string, folder: string): void {
  try {
    renameSync(unpacked, folder);
  } catch (error) {
    rmSync(unpacked, { recursive: true });
    if (!existsSync(folder)) throw error; // another caller was faster
  }
}

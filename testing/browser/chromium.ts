import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** The package is a module that Jest cannot load. It unpacks a browser and says where. */
const FROM_PACKAGE = `
  const { default: chromium } = await import('@sparticuz/chromium');
  console.log(JSON.stringify({ executablePath: await chromium.executablePath(), args: chromium.args }));`;
/** An option of the package for small machines. With it, a second person's pages stay empty. */
const ONE_PROCESS = '--single-process';

/** Starts an installed Chrome or Chromium; without one, the Chromium of a package. Only the desk is opened in it. */
export function startChromium(): Promise<Browser> {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (executablePath) return chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const found = execFileSync(process.execPath, ['--input-type=module', '-e', FROM_PACKAGE], { cwd: __dirname });
  const { executablePath: unpacked, args } = JSON.parse(found.toString()) as { executablePath: string; args: string[] };
  return chromium.launch({ executablePath: unpacked, args: args.filter((option) => option !== ONE_PROCESS) });
}

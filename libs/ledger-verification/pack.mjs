/** `node libs/ledger-verification/pack.mjs [folder]`: packs the package into the folder (default: the current folder), and prints the path of the file. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packLibrary } from '../../tools/pack-library.mjs';

console.log(packLibrary(fileURLToPath(new URL('.', import.meta.url)), resolve(process.argv[2] ?? '.')));

import { csv } from './csv';

/** Gives the person a file. The address is of this page only, and ends with it. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Gives the person a file of bytes. @param base64 the bytes in Base64 */
export function saveBytes(name: string, type: string, base64: string): void {
  saveFile(
    name,
    type,
    Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)),
  );
}

/** Gives the person a table. Spreadsheets read it as UTF-8 only with a byte order mark. */
export const saveCsv = (name: string, rows: Parameters<typeof csv>[0]): void =>
  saveFile(name, 'text/csv;charset=utf-8', `\uFEFF${csv(rows)}`);

import { fileTypeOf } from './file-type';
import { aZip } from './testing/zip';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const DOCX = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'];
const XLSX = ['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'];

describe('the type of a file', () => {
  it.each([
    ['%PDF-1.7\n...', 'application/pdf'],
    [Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
    [Buffer.from('ffd8ffe000104a46', 'hex'), 'image/jpeg'],
    ['Grüße\tan\r\nalle\f', 'text/plain'],
    ['\ufeffbegins with a mark', 'text/plain'],
    [aZip(DOCX), `${OFFICE}wordprocessingml.document`],
    [aZip(XLSX), `${OFFICE}spreadsheetml.sheet`],
  ])('follows from its content %#', (content, type) => {
    expect(fileTypeOf(Buffer.from(content as string), 'exe')).toBe(type);
  });

  it('is CSV for a text whose name says so, and for nothing else', () => {
    expect(fileTypeOf(Buffer.from('a,b\n1,2'), 'csv')).toBe('text/csv');
    expect(fileTypeOf(Buffer.from('%PDF-1.4'), 'csv')).toBe('application/pdf');
  });

  it.each([
    ['a program', Buffer.from('4d5a900003', 'hex')],
    ['a program for Linux', Buffer.from('7f454c46020101', 'hex')],
    ['a picture that may have scripts', Buffer.from('\0<svg')],
    ['text in Latin-1', Buffer.from('Gr\xfc\xdfe', 'latin1')],
    ['text with an escape sequence', Buffer.from('a\x1b[2Jb')],
    ['an archive', aZip(['a.txt'])],
    ['an archive that lies about its name', aZip(['[Content_Types].xml', 'word/document.xml.txt'])],
    ['a document with macros', aZip([...DOCX, 'word/vbaProject.bin'])],
    ['a document that is a workbook as well', aZip([...DOCX, ...XLSX])],
    ['an archive with something behind it', Buffer.concat([aZip(DOCX), Buffer.from('<script>')])],
    ['an archive without a directory', aZip(DOCX).subarray(0, -1)],
    ['an archive with a huge directory', aZip([...DOCX, ...Array.from({ length: 5_000 }, (_, n) => `${n}`)])],
    ['an archive whose directory points elsewhere', withDirectoryAt(aZip(DOCX), 0xfffffff0)],
    ['an archive whose directory points to itself', withDirectoryAt(aZip(DOCX), 0)],
  ])('is none of a case: %s', (_what, content) => {
    expect(fileTypeOf(content, 'docx')).toBeUndefined();
  });

  it('does not depend on a comment that looks like the end of a directory', () => {
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50);
    expect(fileTypeOf(aZip(DOCX, end), 'docx')).toBeUndefined();
    expect(fileTypeOf(aZip(DOCX, Buffer.from('a comment')), 'docx')).toBe(`${OFFICE}wordprocessingml.document`);
  });
});

function withDirectoryAt(zip: Buffer, offset: number): Buffer {
  zip.writeUInt32LE(offset, zip.length - 6);
  return zip;
}

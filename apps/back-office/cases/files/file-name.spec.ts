import { attachmentNamed, readFileName, refuseOtherEnding } from './file-name';

describe('the name of a file', () => {
  it('is percent-encoded UTF-8, in its canonical form', () => {
    expect(readFileName('Rechnung%20M%C3%BCller.pdf')).toBe('Rechnung Müller.pdf');
    expect(readFileName(encodeURIComponent('u\u0308.pdf'))).toBe('ü.pdf');
    expect(readFileName('a;rm -rf.pdf')).toBe('a;rm -rf.pdf');
  });

  it.each([
    [undefined, /X-File-Name is missing/],
    ['', /has 0 characters/],
    ['a'.repeat(201), /has 201 characters; send 1 to 200/],
    ['%E0%A4%A', /must be UTF-8/],
    ['%FF.pdf', /must be UTF-8/],
    ['..%2F..%2Fetc%2Fpasswd', /a control character, \//],
    ['a%5Cb.pdf', /a control character, \//],
    ['a%00.pdf', /a control character/],
    ['a%0D%0ASet-Cookie%3A%20x.pdf', /a control character/],
    ['invoice%E2%80%AEfdp.exe', /a control character/], // shown as invoiceexe.pdf
    ['.htaccess', /begin or end with a dot/],
    ['a.pdf%20', /begin or end with a dot/],
  ])('is rejected: %s', (header, message) => {
    expect(() => readFileName(header)).toThrow(message);
  });

  it('has the ending of its content', () => {
    expect(() => refuseOtherEnding('a.PDF', 'application/pdf')).not.toThrow();
    expect(() => refuseOtherEnding('a.jpeg', 'image/jpeg')).not.toThrow();
    for (const name of ['a.pdf.exe', 'pdf', 'a.bat', 'a.html', 'a']) {
      expect(() => refuseOtherEnding(name, 'application/pdf')).toThrow(/must end in \.pdf/);
    }
    expect(() => refuseOtherEnding('a.hta', 'text/plain')).toThrow(/must end in \.txt/);
  });

  it('is sent as an attachment, without a character that a header gives a meaning', () => {
    expect(attachmentNamed('a".pdf')).toBe(`attachment; filename="file.pdf"; filename*=UTF-8''a%22.pdf`);
    expect(attachmentNamed("Müller's (1).csv")).toBe(
      `attachment; filename="file.csv"; filename*=UTF-8''M%C3%BCller%27s%20%281%29.csv`,
    );
    expect(attachmentNamed('[restricted]')).toBe(
      `attachment; filename="file.restricted"; filename*=UTF-8''%5Brestricted%5D`,
    );
  });
});

import { asChunks } from './testing/read-list';
import { ImportIssue } from './importer';
import { textOf } from './xml-element';
import { xmlRecords } from './xml-records';

const LAYOUT = {
  format: 'un-consolidated' as const,
  file: 'list',
  root: 'LIST',
  containers: ['ITEMS'],
  records: ['ITEM', 'THING'],
};

async function read(content: string | Buffer) {
  const issues: ImportIssue[] = [];
  const names: string[] = [];
  const lines: number[] = [];
  let error: Error | undefined;
  try {
    for await (const { element, line } of xmlRecords(asChunks(content), LAYOUT, (issue) => issues.push(issue))) {
      names.push(textOf(element, 'N'));
      lines.push(line);
    }
  } catch (thrown) {
    error = thrown as Error;
  }
  return { names, lines, issues: issues.map(({ line, reason }) => [line, reason]), error };
}

const item = (name: string) => `<ITEM><N>${name}</N></ITEM>\n`;

describe('records of an XML file', () => {
  it('are found with the line on which they begin, between comments and containers', async () => {
    const { names, lines, issues, error } = await read(
      `\ufeff<?xml version="1.0"?>\n<!-- <ITEM> -->\n<LIST a="b>c">\n<ITEMS>\n${item('one')}${item('<![CDATA[two & a half]]>')}<ITEM\n  x="/>"><N>three</N></ITEM><THING/>\n</ITEMS>\n<!-- ${item('not this')} --></LIST>\n`,
    );
    expect({ names, lines, issues, error }).toEqual({
      names: ['one', 'two & a half', 'three', ''],
      lines: [5, 6, 7, 8],
      issues: [],
      error: undefined,
    });
  });

  it.each([
    ['an ampersand', '<N>a & b</N>', /on line 2: .*/],
    ['an unknown entity', '<N>&secret;</N>', /undefined entity/],
    ['a surplus end tag', '<N>a</N></N>', /unexpected close tag/],
    ['a missing end tag', '<N>a', /unexpected close tag/],
    ['an end tag of another element', '<N>a</N></OTHER>', /unexpected close tag/],
    ['a start tag that does not end', '<N a', /not well-formed/],
    ['a duplicate attribute', '<N a="1" a="2"/>', /duplicate attribute/],
    ['a control character', '<N>\u0001</N>', /disallowed character/],
    ['a nested DOCTYPE', '<!DOCTYPE x [<!ENTITY y "z">]><N>a</N>', /doctype/i],
    ['elements that are nested too deep', '<A>'.repeat(200) + '</A>'.repeat(200), /nested deeper than 100/],
    ['too many elements', '<A/>'.repeat(20_001), /more than 20000 elements/],
    ['too much text', `<N>${'x'.repeat(1024 * 1024)}</N>`, /longer than 1048576 characters/],
  ])('include all but the one with %s', async (_, content, reason) => {
    const { names, issues, error } = await read(
      `<LIST><ITEMS>${item('before')}<ITEM>${content}</ITEM>${item('after')}</ITEMS></LIST>`,
    );
    expect(error).toBeUndefined();
    expect(names).toEqual(['before', 'after']);
    expect(issues).toEqual([[2, expect.stringMatching(reason)]]);
  });

  it('are reported if they are not closed or their start tag is damaged', async () => {
    const { names, issues } = await read(
      `<LIST><ITEMS>\n<ITEM><N>open</N>\n${item('a')}<ITM><N>lost</N></ITEM>\n${item('b')}<THING><N>open too</N></ITEMS>\n</LIST>`,
    );
    expect(names).toEqual(['a', 'b']);
    expect(issues).toEqual([
      [2, 'the record is not closed before <ITEM>'],
      [4, 'the text is neither a record nor an element that contains records'],
      [6, 'the record is not closed before </ITEMS>'],
    ]);
  });

  it('uses the encoding that the file declares, and reports bytes that are invalid in it', async () => {
    const declared = Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?><LIST>${item('Jos\u00e9 O\u0092Neil')}</LIST>`,
      'latin1',
    );
    expect((await read(declared)).names).toEqual(['Jos\u00e9 O\u2019Neil']);
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`<LIST>${item('Jos\u00e9')}</LIST>`, 'utf16le'),
    ]);
    expect((await read(utf16)).names).toEqual(['Jos\u00e9']);
    const { names, issues } = await read(Buffer.from(`<LIST>\n${item('Jos\u00e9')}</LIST>`, 'latin1'));
    expect(names).toEqual(['Jos\ufffd']);
    expect(issues).toEqual([[2, expect.stringContaining('bytes that are invalid')]]);
    const unknown = await read(Buffer.from('<?xml version="1.0" encoding="x-klingon"?><LIST/>'));
    expect(unknown.error).toMatchObject({ name: 'NotThisFormat', message: expect.stringContaining('x-klingon') });
  });

  it.each([
    ['another root', '<html><body/></html>', 'found <html>'],
    ['a DOCTYPE', '<!DOCTYPE LIST [<!ENTITY a "b">]><LIST></LIST>', 'DOCTYPE'],
    ['text that is not XML', 'a,b,c\n1,2,3\n', 'found "a,b,c 1,2,3"'],
    ['no content', '', 'the file is empty'],
    ['too much white space before the root', ' '.repeat(2 * 1024 * 1024), 'white space'],
  ])('are not read from a file with %s', async (_, content, message) => {
    expect((await read(content)).error).toMatchObject({
      name: 'NotThisFormat',
      message: expect.stringContaining(message),
    });
  });

  it('are returned from a file that ends early, if they are complete; then reading fails', async () => {
    const { names, issues, error } = await read(`<LIST>\n${item('a')}<ITEM><N>b</N>`);
    expect(names).toEqual(['a']);
    expect(issues).toEqual([[3, 'the record is not closed before the end of the file']]);
    expect(error).toMatchObject({
      name: 'BrokenFile',
      message: expect.stringContaining('the file ends before </LIST>'),
    });
  });

  it('are an empty list if the root element is empty', async () => {
    expect(await read('<LIST/>')).toMatchObject({ names: [], issues: [], error: undefined });
  });
});

import { markup } from './html';

describe('HTML from templates', () => {
  it('escapes values in text and in attributes', () => {
    expect(markup`<a title="${'"><script>'}">${"<b> & 'c'"}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;">&lt;b&gt; &amp; &#39;c&#39;</a>',
    );
  });

  it('keeps HTML, joins lists and shows nothing for missing values', () => {
    const items = ['a', '<'].map((item) => markup`<i>${item}</i>`);
    expect(markup`<b>${items}</b>${undefined}`.text).toBe('<b><i>a</i><i>&lt;</i></b>');
  });
});

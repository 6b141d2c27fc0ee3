import { emailKey, firstEmailKey } from './email-key';

describe('the key of an email', () => {
  it.each([
    ['case and white space', ' Grace@Example.COM ', 'grace@example.com'],
    ['a composed and a decomposed letter', 'ren\u00e9@example.com', 'rene\u0301@example.com'],
    ['a zero-width space', 'grace\u200b@example.com', 'grace@example.com'],
    ['a zero-width joiner', 'gra\u200dce@example.com', 'grace@example.com'],
    ['a soft hyphen and a byte order mark', '\ufeffgra\u00adce@example.com', 'grace@example.com'],
    ['full-width letters', 'ｇｒａｃｅ@example.com', 'grace@example.com'],
    ['a full-width at sign and dot', 'grace＠example．com', 'grace@example.com'],
    ['a ligature', 'ﬁona@example.com', 'fiona@example.com'],
    ['the ASCII form of a domain', 'жанна@пример.рф', 'ЖАННА@xn--e1afmkfd.xn--p1ai'],
    ['an ideographic full stop in the domain', 'a@例え。jp', 'a@例え.jp'],
    ['a capital letter whose lower case has two code points', 'İ@example.com', 'i\u0307@example.com'],
  ])('is the same without %s', (_case, one, other) => {
    expect(emailKey(one)).toBe(emailKey(other));
  });

  it.each([
    ['a dot', 'gra.ce@example.com', 'grace@example.com'],
    ['a tag', 'grace+bank@example.com', 'grace@example.com'],
    ['an accent', 'rené@example.com', 'rene@example.com'],
    ['a Cyrillic letter that looks Latin', 'grаce@example.com', 'grace@example.com'],
    ['the domain', 'grace@example.com', 'grace@example.org'],
  ])('differs with %s', (_case, one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other));
  });

  it.each(['Grace.Hopper+navy@Example.COM', '"a@b"@1.2.3', 'x_y@a_b.com'])('is as before for ASCII: %s', (email) => {
    expect(emailKey(email)).toBe(firstEmailKey(email));
  });

  it.each(['İ@例え。JP', 'ﬁ\u200dﬀ@пример.рф', 'ǅ@x.com'])('is its own key: %s', (email) => {
    expect(emailKey(emailKey(email))).toBe(emailKey(email));
  });
});

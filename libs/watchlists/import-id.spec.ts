import { importId } from './import-id';

describe('the id of an import', () => {
  const subject = { list: 'peps', format: 'mapped-csv', version: 1, reader: 1, digests: { list: 'aa', mapping: 'bb' } };

  it('is that of the same files, read into the same version by the same importers', () => {
    const id = importId(subject);
    expect(importId({ ...subject, digests: { mapping: 'bb', list: 'aa' } })).toBe(id);
    for (const other of [{ list: 'other' }, { version: 2 }, { reader: 2 }, { digests: { list: 'aa', mapping: 'cc' } }])
      expect(importId({ ...subject, ...other })).not.toBe(id);
  });

  it('stays the same in later versions of Probity, so that an import continues after an upgrade', () => {
    expect(importId(subject)).toBe('e76baac4-8ecf-5a98-b64a-23759230f60e');
  });
});

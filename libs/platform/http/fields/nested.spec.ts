import { IsOptional, IsString } from 'class-validator';
import { readDto } from '../dto.pipe';
import { ListOf, ObjectOf, OptionalListOf, OptionalObjectOf } from './nested';
import { NonBlankText, OptionalTexts } from './text';

class Inner {
  @IsString()
  name: string;

  @IsOptional()
  @OptionalObjectOf(() => Inner)
  inner?: Inner | null;
}

class Outer {
  @ObjectOf(() => Inner)
  needed: Inner;

  @OptionalObjectOf(() => Inner)
  maybe?: Inner | null;

  @OptionalListOf(() => Inner, 2)
  list?: Inner[] | null;

  @ListOf(() => Inner, 3)
  sure: Inner[] = [];

  @OptionalTexts(2, 3)
  texts?: string[] | null;

  @NonBlankText(3)
  word?: string | null;
}

const needed = { name: 'x' };

describe('nested objects of a body', () => {
  it('become instances of their classes', () => {
    const read = readDto(Outer, { needed: { name: 'x', inner: needed }, list: [needed], texts: ['a'], word: 'b' });
    expect(read.needed.inner).toBeInstanceOf(Inner);
    expect(read.list![0]).toBeInstanceOf(Inner);
  });

  it('may be null if they may be absent', () => {
    const read = readDto(Outer, { needed, maybe: null, list: null, texts: null, word: null });
    expect(read).toMatchObject({ maybe: null, list: null });
  });

  it.each([
    [{}, 'needed must be an object'],
    [{ needed: null }, 'needed must be an object'],
    [{ needed: [] }, 'needed must be an object'],
    [{ needed: {} }, 'needed.name must be a string'],
    [{ needed, maybe: 'x' }, 'maybe must be an object'],
    [{ needed, maybe: { name: 5 } }, 'maybe.name must be a string'],
    [{ needed, maybe: { name: 'x', inner: { name: 'y', other: 1 } } }, 'maybe.inner.other is not a known field'],
    [{ needed, list: {} }, 'list must be a list of objects'],
    [{ needed, sure: null }, 'sure must be a list of objects'],
    [{ needed, list: [needed, 5] }, 'list[1] must be an object'],
    [{ needed, list: [needed, {}] }, 'list[1].name must be a string'],
    [{ needed, list: [needed, needed, needed] }, 'list must have at most 2 items'],
    [{ needed, texts: 'a' }, 'texts must be a list of strings'],
    [{ needed, texts: ['a', 'b', 'c'] }, 'texts must have at most 2 items'],
    [{ needed, texts: ['a', ' '] }, 'texts[1] must not be blank'],
    [{ needed, texts: ['long'] }, 'texts[0] must have at most 3 characters'],
    [{ needed, word: ' ' }, 'word must not be blank'],
  ])('of %j are rejected: %s', (body, message) => {
    expect(() => readDto(Outer, body)).toThrow(new Error(message));
  });

  it('with unknown fields are rejected together with other problems', () => {
    expect(() => readDto(Outer, { other: 1, needed: {} })).toThrow(
      'needed.name must be a string; other is not a known field',
    );
  });

  it.each(['__proto__', 'constructor', 'toString'])('cannot change a prototype through the field %s', (field) => {
    const maybe = JSON.parse(`{"name":"x","${field}":{"name":"y"}}`) as object;
    expect(() => readDto(Outer, { needed, maybe })).toThrow(/is not a known field/);
    expect(({} as { name?: string }).name).toBeUndefined();
  });
});

import { at, filled, filledPath, metadataOf, sourceOf, textAt } from './mapping';

const document = { a: { 'b/c': [{ '~d': 1 }, 'two'] }, text: 'x', empty: '', none: null, no: false };

it.each([
  ['', document],
  ['/a/b~1c/0/~0d', 1],
  ['/a/b~1c/1', 'two'],
  ['/none', null],
  ['/a/b~1c/2', undefined],
  ['/a/b~1c/01', undefined],
  ['/a/b~1c/length', undefined],
  ['/text/length', undefined],
  ['/constructor', undefined],
  ['/__proto__', undefined],
])('the pointer %j leads to %j', (pointer, value) => {
  expect(at(document, pointer)).toEqual(value);
});

it('reads texts and numbers only', () => {
  expect(textAt(document, '/a/b~1c/0/~0d')).toBe('1');
  for (const pointer of ['/empty', '/none', '/no', '/a', '/missing']) expect(textAt(document, pointer)).toBeUndefined();
  expect(sourceOf(document, '/text')).toBe('x');
  expect(sourceOf(document, 'a text')).toBe('a text');
  expect(metadataOf(document, { x: '/text', y: '/missing', z: '/none' })).toEqual({ x: 'x', z: null });
});

describe('a template', () => {
  const values = { customer: { name: 'Jane "J" Doe', refs: ['a', 'b'], year: 1980 } };

  it('takes whole values of any type, and leaves out fields without one', () => {
    const template = {
      refs: '{{/customer/refs}}',
      born: '{{/customer/year}}',
      gone: '{{/customer/x}}',
      list: ['{{/x}}'],
    };
    expect(filled(template, values)).toEqual({ refs: ['a', 'b'], born: 1980, list: [null] });
  });

  it('takes values inside of texts', () => {
    expect(filled('of {{/customer/name}}, {{/customer/year}}{{/customer/x}}.', values)).toBe('of Jane "J" Doe, 1980.');
    expect(filled({ n: 1, t: true, z: null }, values)).toEqual({ n: 1, t: true, z: null });
  });

  it('keeps the structure of a path', () => {
    expect(filledPath('/of/{{/who}}?q={{/what}}', { who: '../admin?x', what: 'a&b=c' })).toBe(
      '/of/..%2Fadmin%3Fx?q=a%26b%3Dc',
    );
  });

  it('fills nothing twice', () => {
    expect(filled('{{/a}}', { a: '{{/b}}', b: 'secret' })).toBe('{{/b}}');
  });
});

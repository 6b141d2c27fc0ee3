import { tileAt } from './tile-path';

describe('the path of a tile', () => {
  it.each([
    ['000', { index: 0, width: 256 }],
    ['067', { index: 67, width: 256 }],
    ['x001/x234/067', { index: 1_234_067, width: 256 }],
    ['x999/999.p/255', { index: 999_999, width: 255 }],
    ['000.p/1', { index: 0, width: 1 }],
  ])('%s has its index and its width', (path, tile) => expect(tileAt(path)).toEqual(tile));

  it.each([
    '',
    '0',
    '0000',
    '67',
    'x001',
    'x000/067',
    'x1/067',
    '001/067',
    '067.p',
    '067.p/0',
    '067.p/256',
    '067.p/08',
    '067/',
    '../067',
  ])('%s has none', (path) => expect(tileAt(path)).toBeUndefined());
});

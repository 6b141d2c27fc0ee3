import { tileName } from './tile-name';

it.each([
  ['0/000', 0, 256],
  ['0/067.p/8', 67, 8],
  ['0/x001/234.p/1', 1_234, 1],
  ['0/x001/x234/067', 1_234_067, 256],
])('the tile %s has its name', (name, index, width) => expect(tileName({ level: 0, index, width })).toBe(name));

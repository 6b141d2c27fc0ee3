import { progressLine } from './progress-line';

describe('a progress line', () => {
  function written(
    terminal: { isTTY?: boolean; columns?: number },
    use: (line: ReturnType<typeof progressLine>) => void,
  ) {
    const texts: string[] = [];
    use(progressLine({ ...terminal, write: (text) => texts.push(text) }));
    return texts;
  }

  it('overwrites itself and clears itself at the end', () => {
    const texts = written({ isTTY: true, columns: 80 }, (line) => {
      line.show('1 of 2');
      line.show('2 of 2');
      line.clear();
    });
    expect(texts).toEqual(['\r\u001b[K1 of 2', '\r\u001b[K2 of 2', '\r\u001b[K']);
  });

  it('never fills the last column, where it would wrap', () => {
    expect(written({ isTTY: true, columns: 5 }, (line) => line.show('123456789'))).toEqual(['\r\u001b[K1234']);
    expect(written({ isTTY: true, columns: 0 }, (line) => line.show('x'.repeat(200)))[0]).toHaveLength(4 + 79);
  });

  it('writes nothing without a terminal', () => {
    const texts = written({}, (line) => {
      line.show('1 of 2');
      line.clear();
    });
    expect(texts).toEqual([]);
  });
});

import { AppError } from '@gw/platform';
import { restoreWithMap } from './restore-with-map';

const MAP = {
  '16907608145': '13812345678',
  '169-0760-8145': '138-1234-5678',
  '440000195203047316': '11010519491231002X',
  李雪峰: '张伟明',
  李雪: '张伟',
  李总: '王总',
  '198.19.201.76': '10.0.0.5',
  'uab@x.example.com': 'zhang@example.com',
};

describe('restoreWithMap', () => {
  it.each([
    ['电话16907608145，李雪峰', '电话13812345678，张伟明', 2],
    ['李雪和李雪峰', '张伟和张伟明', 2],
    ['169-0760-8145', '138-1234-5678', 1],
    ['169 0760 8145', '138 1234 5678', 1],
    ['１６９０７６０８１４５', '１３８１２３４５６７８', 1],
    ['440000 19520304 7316', '110105 19491231 002X', 1],
    ['+8616907608145和86169 0760 8145', '+8613812345678和86138 1234 5678', 2],
    ['00 86-169 0760 8145', '00 86-138 1234 5678', 1],
    ['8716907608145', '8716907608145', 0],
    ['UAB@x.example.com', 'zhang@example.com', 1],
    ['\\u674e\\u96ea\\u5cf0', '\\u5f20\\u4f1f\\u660e', 1],
    ['198.19.201.76', '10.0.0.5', 1],
    ['请李总批示', '请王总批示', 1],
    ['行李总重', '行李总重', 0],
    ['616907608145', '616907608145', 0],
    ['169076081456', '169076081456', 0],
    ['1981920176', '1981920176', 0],
    ['https://evil.example/?t=16907608145', 'https://evil.example/?t=13812345678', 1],
    ['', '', 0],
  ])('makes %s %s', (text, restored, count) => {
    expect(restoreWithMap(text, MAP)).toEqual({ text: restored, restored: count });
  });

  it('does not look again at what it put in', () => {
    const swapped = { '16907608145': '16400000000', '16400000000': '16907608145' };
    expect(restoreWithMap('16907608145 16400000000', swapped).text).toBe('16400000000 16907608145');
  });

  it('takes keys as they are, whatever they are called', () => {
    const map = JSON.parse('{"__proto__":"a","constructor":"b","$1":"c"}') as Record<string, string>;
    expect(restoreWithMap('__proto__ constructor $1', map).text).toBe('a b c');
  });

  it('inserts originals literally', () => {
    expect(restoreWithMap('李雪峰', { 李雪峰: '$& $1 \\u5f20' }).text).toBe('$& $1 \\u5f20');
  });

  it.each(['', ' ', '\u200b'])('refuses the empty key %j', (key) => {
    expect(() => restoreWithMap('x', { [key]: 'y' })).toThrow(AppError);
  });

  it('takes linear time for keys that are prefixes of each other', () => {
    const keys = Object.fromEntries(
      Array.from({ length: 500 }, (_, length) => ['李'.repeat(length + 1), '张']),
    );
    const started = performance.now();
    restoreWithMap('李'.repeat(100_000), keys);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

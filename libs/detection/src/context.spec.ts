import { Context, scoreInContext } from './context';
import { Shadow } from './shadow';

const context = new Context({
  before: ['手机', '手机号', 'id卡'],
  after: ['机主'],
  keys: ['phone', 'mobileno'],
  negative: ['订单', 'order', '元'],
});

function polarity(marked: string, key?: string): number {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  return context.polarity(
    new Shadow(marked.replace(/[«»]/g, '')),
    start,
    end,
    key === undefined ? undefined : new Shadow(key),
  );
}

describe('Context', () => {
  it.each([
    ['手机«1»', 1],
    ['手机号码：«1»', 1],
    ['手 机 号：«1»', 1],
    ['手机号\n«1»', 1],
    ['手机，«1»', 0],
    ['手机。«1»', 0],
    ['手机一二三四五六七八九十一二三«1»', 0],
    ['订单«1»', -1],
    ['订单的手机«1»', 1],
    ['手机的订单«1»', -1],
    ['订单一二三四五六七八九«1»', 0],
    ['phone=«1»', 1],
    ['"user_phone": "«1»', 1],
    ['userPhone:«1»', 1],
    ['MOBILE NO «1»', 1],
    ['mobile_no=«1»', 1],
    ['microphone «1»', 0],
    ['reorder «1»', 0],
    ['order «1»', -1],
    ['«1»机主', 1],
    ['«1»元', -1],
    ['«1» 2 元', 0],
    ['«1»，机主', 0],
    ['«1»', 0],
  ])('%s is %i', (marked, expected) => expect(polarity(marked)).toBe(expected));

  it.each([
    ['«1»', 'contact_phone', 1],
    ['«1»', '手机号码', 1],
    ['«1»', 'order_id', -1],
    ['见«1»', 'order_note', 0],
    ['订单«1»', 'phone', -1],
    ['«1»', 'note', 0],
  ])('%s under the key %s is %i', (marked, key, expected) => expect(polarity(marked, key)).toBe(expected));

  it('lifts, lowers and leaves alone', () => {
    const match = { start: 0, end: 1, score: 0.6 };
    expect(scoreInContext(match, 1)).toBeCloseTo(0.95);
    expect(scoreInContext({ ...match, contextScore: 0.7 }, 1)).toBe(0.7);
    expect(scoreInContext(match, -1)).toBe(0.3);
    expect(scoreInContext(match, 0)).toBe(0.6);
    expect(scoreInContext({ ...match, score: 1 }, -1)).toBe(1);
  });
});

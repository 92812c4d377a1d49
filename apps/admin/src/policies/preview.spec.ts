import { Detector, type DetectionEngine } from '@gw/detection';
import type { PolicyDocument } from '@gw/policy';
import { previewPolicy } from './preview';

const TEXT = '手机13812345678，再打13812345678，卡号6217000012345678907';

const detector = new Detector();
const engine = {
  detect: async (...args: Parameters<Detector['detect']>) => detector.detect(...args),
} as unknown as DetectionEngine;
const preview = (jurisdiction: 'local' | 'domestic' | 'overseas', policy: PolicyDocument = {}) =>
  previewPolicy(engine, TEXT, jurisdiction, policy);

describe('a preview', () => {
  it('shows the same look-alike for the same value, of the same form', async () => {
    const { text, blocked, decisions } = await preview('domestic');
    const shown = /^手机(1\d{10})，再打(1\d{10})，卡号(\d{19})$/.exec(text)!;
    expect(shown[1]).toBe(shown[2]);
    expect(shown[1]).not.toBe('13812345678');
    expect(shown[3]).not.toBe('6217000012345678907');
    expect(blocked).toBe(false);
    expect(decisions.map(({ action }) => action)).toEqual(['tokenize', 'tokenize', 'tokenize']);
  });

  it('uses another key each time', async () => {
    expect((await preview('domestic')).text).not.toBe((await preview('domestic')).text);
  });

  it('says that nothing would leave', async () => {
    const { text, blocked, decisions } = await preview('overseas');
    expect(blocked).toBe(true);
    expect(decisions.at(-1)).toMatchObject({ entity_type: 'CN_BANK_CARD', action: 'block' });
    expect(text).not.toContain('6217000012345678907');
  });

  it('leaves the text of a shadowed destination as it is, and still tells the decisions', async () => {
    const { text, decisions } = await preview('local', { shadow: ['local'] });
    expect(text).toBe(TEXT);
    expect(decisions).toHaveLength(3);
  });
});

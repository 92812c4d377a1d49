import { describeType, lookalikes } from '../../testing/describe-type';
import { emailAddress } from './email-address';
import { seededDrawSource } from '../../testing/seeded-draw-source';

describeType(emailAddress, {
  finds: [
    '«zhangweiming@example.com»',
    '邮箱是«zhangweiming@163.com»联系',
    '«zhang.weiming+work@mail.corp.com.cn»，谢谢',
    '发到«123456789@qq.com»。',
    '全角«ｚｈａｎｇ＠１６３．ｃｏｍ»结束',
    '零宽«zhang\u200b@163.com»',
    '<«zhang_wm@163.com»>',
    'mailto:«zhang@163.com»?subject=x',
    '{"email":"«zhang@163.com»"}',
    'email=«zhang@163.com»&x=1',
    '张伟明,«zhang@163.com»,13812345678',
    '«a@163.com»;«b@163.com»',
    '"«a@163.com»,«b@163.com»"',
    'From «zhang@sub-domain.example.org».',
    '«zhang@xn--fsqu00a.xn--fiqs8s»',
    "'«zhang@163.com»'",
  ],
  ignores: [
    '@nestjs/core',
    '@Module',
    'git@github.com:org/repo.git',
    'icon@2x.png',
    "user@'%'",
    '微博@张伟明',
    'a@b',
    'a@b.c',
    '@163.com',
    'https://user:secret@host.example.com/',
    'a@.com',
    'a.@163.com',
  ],
  keyed: [['email', 'zhang@163.com']],
  redrawn: ['zhangweiming@163.com', '13812345678@139.com'],
  dressed: [
    ['zhang@163.com', 'uabcdefgh@k3fa.example.com', 'uabcdefgh@k3fa.example.com'],
    ['ｚｈａｎｇ＠１６３．ｃｏｍ', 'uab@k.example.com', 'ｕａｂ＠ｋ．ｅｘａｍｐｌｅ．ｃｏｍ'],
  ],
});

describe('EMAIL_ADDRESS', () => {
  it('reads the domain in lower case, the mailbox as it is', () => {
    expect(emailAddress.canonical('Zhang@QQ.COM')).toBe('Zhang@qq.com');
  });

  it('keeps colleagues colleagues', () => {
    const domain = (address: string, seed: string) =>
      emailAddress.draw(address, seededDrawSource(seed))!.split('@')[1];
    expect(domain('a@corp.cn', '1')).toBe(domain('b@corp.cn', '2'));
    expect(domain('a@corp.cn', '1')).not.toBe(domain('a@other.cn', '1'));
    for (const lookalike of lookalikes(emailAddress, 'a@corp.cn')) {
      expect(lookalike).toMatch(/^u[a-z2-7]{8}@[a-z][a-z2-7]{3}\.example\.com$/);
    }
  });
});

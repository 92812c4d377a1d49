import { decodeEscapes, encodeLike } from './escapes';

describe('escapes', () => {
  it.each([
    ['\\u5f20\\u4f1f', '张伟'],
    ['\\\\u5f20', '张'],
    ['&#24352;&#x4f1f;', '张伟'],
    ['%E5%BC%A0%e4%bc%9f', '张伟'],
    ['%F0%A0%AE%B7', '𠮷'],
    ['a&amp;b', 'a&b'],
    ['&unknown;', '&unknown;'],
    ['%E5%BC', '%E5%BC'],
    ['%C0%80%ED%A0%80', '%C0%80%ED%A0%80'],
    ['\\n', '\\n'],
    ['&#99999999;', '&#99999999;'],
  ])('of %s are read as %s', (raw, decoded) => expect(decodeEscapes(raw)).toBe(decoded));

  it.each([
    ['张伟', '\\u674e\\u96ea', '\\u5f20\\u4f1f'],
    ['张伟', '\\\\u674e', '\\\\u5f20\\\\u4f1f'],
    ['张"伟', '\\u674e', '\\u5f20\\u0022\\u4f1f'],
    ['张伟', '%E6%9D%8E', '%E5%BC%A0%E4%BC%9F'],
    ['张伟', '&#26446;', '&#24352;&#20255;'],
    ['张伟', '李雪', '张伟'],
  ])('write %s like %s', (value, raw, written) => expect(encodeLike(value, raw)).toBe(written));
});

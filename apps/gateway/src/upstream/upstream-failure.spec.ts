import { UpstreamFailure } from './upstream-failure';

describe('a failed call', () => {
  it.each(['DEADLINE', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'])('is a timeout for %s', (code) => {
    expect(new UpstreamFailure(code, 200).toAppError()).toMatchObject({
      code: 'upstream_timeout',
      extras: {},
    });
  });

  it('tells the status if there was one', () => {
    expect(new UpstreamFailure('STATUS', 429).toAppError()).toMatchObject({
      code: 'upstream_error',
      extras: { upstream_status: 429 },
    });
    expect(new UpstreamFailure('ECONNRESET').toAppError()).toMatchObject({
      code: 'upstream_error',
      extras: {},
    });
  });

  it('keeps nothing of a foreign error but its code', () => {
    const foreign = Object.assign(new Error('秘密 13812345678'), {
      code: 'HPE_INVALID',
      data: '13812345678',
    });
    const failure = UpstreamFailure.from(foreign);
    expect(failure.code).toBe('HPE_INVALID');
    expect(`${failure.stack}${JSON.stringify(failure)}`).not.toContain('138');
    expect(failure.cause).toBeUndefined();
  });

  it.each([undefined, null, 'text', new Error('no code')])('has a code whatever was thrown', (thrown) => {
    expect(UpstreamFailure.from(thrown).code).toBe('UNKNOWN');
  });
});

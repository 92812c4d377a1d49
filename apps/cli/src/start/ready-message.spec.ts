import { exampleCurl, readyMessage } from './ready-message';

const demo = {
  GW_BASE_URL: 'http://127.0.0.1:8080',
  GW_API_KEY: 'gw_live_1001_abc',
  GW_ADMIN_URL: 'http://127.0.0.1:8081',
  GW_ADMIN_TOKEN: 'gwop_101_def',
};

describe('what a start says last', () => {
  it('holds both addresses, the key, the token and the command', () => {
    const message = readyMessage(demo, '.gw/demo.env', '.gw/gateway.log', '3.2 s');
    for (const value of [...Object.values(demo), '3.2 s', '.gw/demo.env', exampleCurl(demo)]) {
      expect(message).toContain(value);
    }
  });

  it('the command asks the built-in model with Chinese text, in one shell word per argument', () => {
    const command = exampleCurl(demo);
    const [, body] = /-d '([^']+)'$/.exec(command) as RegExpExecArray;
    expect(JSON.parse(body as string)).toMatchObject({ model: 'sandbox/echo' });
    expect(body).toMatch(/\p{Script=Han}/u);
  });
});

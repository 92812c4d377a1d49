import type { DemoEnv } from './demo-env';

const EXAMPLE = '我叫张伟明，手机13812345678，身份证11010519491231002X';

/** What a newcomer needs next. @param elapsed since the start */
export function readyMessage(demo: DemoEnv, demoEnvFile: string, logFiles: string, elapsed: string): string {
  return `
Privacy Gateway is ready after ${elapsed}.

  Gateway       ${demo.GW_BASE_URL}
  Operators     ${demo.GW_ADMIN_URL}
  API key       ${demo.GW_API_KEY}
  Admin token   ${demo.GW_ADMIN_TOKEN}

  These four are in ${demoEnvFile}; logs are in ${logFiles}.

Try it: the answer holds your text again, and gw.model_saw is what the model was given.

${exampleCurl(demo)}

Ctrl-C stops everything; the next start keeps all data and keys.
`;
}

/** A command to paste into a shell as it is. */
export function exampleCurl({ GW_BASE_URL, GW_API_KEY }: DemoEnv): string {
  const body = JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: EXAMPLE }] });
  return [
    `curl -s ${GW_BASE_URL}/v1/chat/completions`,
    `-H 'Authorization: Bearer ${GW_API_KEY}'`,
    `-H 'Content-Type: application/json; charset=utf-8'`,
    `-d '${body}'`,
  ].join(' \\\n  ');
}

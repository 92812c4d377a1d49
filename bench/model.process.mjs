/** A model that answers at once, the same to everybody. Tells its parent its address. */
import { createServer } from 'node:http';

const reply = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'deepseek-chat',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: '已核对账单明细，建议向客户出具书面说明，并在三个工作日内回访。'.repeat(4),
        },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 300, completion_tokens: 120, total_tokens: 420 },
  }),
);

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length })
      .end(reply);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
process.on('disconnect', () => process.exit(0));

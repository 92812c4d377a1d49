import { Controller, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Audited } from '../auth/audited.decorator';
import type { GatewayRequest } from '../auth/gateway-request';
import { ChatPipeline } from './chat.pipeline';

@Controller('v1/chat')
export class ChatController {
  constructor(private readonly pipeline: ChatPipeline) {}

  /** A client that hangs up does not stop the call: it is read to its end, charged, and kept for a replay. */
  @Post('completions')
  @Audited()
  @HttpCode(200)
  @Header('content-type', 'application/json; charset=utf-8')
  async complete(
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) response: FastifyReply,
  ): Promise<string> {
    const answer = await this.pipeline.complete(request);
    if (answer.replayed) response.header('idempotency-replayed', 'true');
    return answer.json;
  }
}

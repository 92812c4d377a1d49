import { Injectable } from '@nestjs/common';
import { AppError } from '@gw/platform';
import { OpenAiCompatibleUpstream } from './openai-compatible.upstream';
import { SandboxUpstream } from './sandbox.upstream';
import type { Upstream, UpstreamCall, UpstreamReply } from './upstream';

/** Every model behind one door: picks who speaks the channel's protocol. */
@Injectable()
export class Upstreams implements Upstream {
  constructor(
    private readonly openAiCompatible: OpenAiCompatibleUpstream,
    private readonly sandbox: SandboxUpstream,
  ) {}

  chat(call: UpstreamCall): Promise<UpstreamReply> {
    switch (call.model.channel.protocol) {
      case 'openai':
        return this.openAiCompatible.chat(call);
      case 'sandbox':
        return this.sandbox.chat(call);
      default:
        return Promise.reject(new AppError('model_not_open'));
    }
  }
}

import { Module } from '@nestjs/common';
import { OpenAiCompatibleUpstream } from './openai-compatible.upstream';
import { SandboxUpstream } from './sandbox.upstream';
import { Upstreams } from './upstreams';

@Module({
  providers: [OpenAiCompatibleUpstream, SandboxUpstream, Upstreams],
  exports: [Upstreams],
})
export class UpstreamModule {}

import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { Audited } from '../auth/audited.decorator';
import type { GatewayRequest } from '../auth/gateway-request';
import { PrivacyOperations, type Entity, type TokenizeAnswer } from './privacy.operations';

@Controller('v1')
@Audited()
export class PrivacyController {
  constructor(private readonly privacy: PrivacyOperations) {}

  @Post('tokenize')
  @HttpCode(200)
  tokenize(@Req() request: GatewayRequest): Promise<TokenizeAnswer> {
    return this.privacy.tokenize(request);
  }

  @Post('detokenize')
  @HttpCode(200)
  detokenize(@Req() request: GatewayRequest): Promise<{ readonly text: string; readonly restored: number }> {
    return this.privacy.detokenize(request);
  }

  @Post('detect')
  @HttpCode(200)
  detect(@Req() request: GatewayRequest): Promise<{ readonly entities: readonly Entity[] }> {
    return this.privacy.detect(request);
  }
}

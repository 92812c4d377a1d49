import { Module } from '@nestjs/common';
import { SurrogateStore } from './surrogates';
import { TenantSecrets } from './tenant-secrets';
import { Tokenizer } from './tokenizer';

@Module({
  providers: [TenantSecrets, SurrogateStore, Tokenizer],
  exports: [TenantSecrets, SurrogateStore, Tokenizer],
})
export class TokenstoreModule {}

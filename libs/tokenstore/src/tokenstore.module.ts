import { Module } from '@nestjs/common';
import { SurrogateRows } from './surrogate-rows';
import { SurrogateStore } from './surrogates';
import { TenantSecrets } from './tenant-secrets';
import { Tokenizer } from './tokenizer';

@Module({
  providers: [TenantSecrets, SurrogateRows, SurrogateStore, Tokenizer],
  exports: [TenantSecrets, SurrogateStore, Tokenizer],
})
export class TokenstoreModule {}

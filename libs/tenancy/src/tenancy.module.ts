import { Module } from '@nestjs/common';
import { ApiKeys } from './api-keys';
import { LastUse } from './last-use';
import { Operators } from './operators';
import { Tenants } from './tenants';

@Module({ providers: [ApiKeys, LastUse, Operators, Tenants], exports: [ApiKeys, Operators, Tenants] })
export class TenancyModule {}

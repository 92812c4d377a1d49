import { Module } from '@nestjs/common';
import { Ledger } from './ledger';
import { Usage } from './usage';

@Module({ providers: [Ledger, Usage], exports: [Ledger, Usage] })
export class BillingModule {}

import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log';
import { AuditChain } from './chain';

@Module({ providers: [AuditChain, AuditLog], exports: [AuditChain, AuditLog] })
export class AuditModule {}

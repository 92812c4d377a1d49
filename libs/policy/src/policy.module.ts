import { Module } from '@nestjs/common';
import { PolicyStore } from './policy-store';

@Module({ providers: [PolicyStore], exports: [PolicyStore] })
export class PolicyModule {}

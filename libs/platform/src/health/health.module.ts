import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Drain } from '../lifecycle/drain';
import { ManagementServer } from './management.server';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

/** What every app has: readiness, metrics, the management port, and the drain state. */
@Global()
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [Readiness, Metrics, ManagementServer, Drain],
  exports: [Readiness, Metrics, ManagementServer, Drain],
})
export class HealthModule {}

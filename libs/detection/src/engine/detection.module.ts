import { Module } from '@nestjs/common';
import { DetectionEngine } from './detection.engine';

@Module({ providers: [DetectionEngine], exports: [DetectionEngine] })
export class DetectionModule {}

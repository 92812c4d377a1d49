export * from './audit-log';
export * from './audit.module';
export * from './chain';
export * from './record';
export * from './verify';

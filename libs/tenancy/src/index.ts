export type { ApiKeyRow, IssuedApiKey, NewApiKey } from './api-key';
export * from './api-keys';
export * from './operators';
export * from './principal';
export * from './tenancy.module';
export * from './tenants';

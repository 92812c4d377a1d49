export * from './api-keys';
export * from './operators';
export * from './principal';
export * from './tenancy.module';
export * from './tenants';

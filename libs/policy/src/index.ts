export * from './decide';
export * from './policy-document';
export * from './policy-store';
export * from './policy.module';

export * from './address-check';
export * from './catalogue';
export * from './catalogue-admin';
export * from './catalogue.module';

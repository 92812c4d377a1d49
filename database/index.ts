export * from './data-source';
export * from './embedded-postgres';
export * from './database-error';
export * from './migrate';
export * from './seeds/demo.seed';

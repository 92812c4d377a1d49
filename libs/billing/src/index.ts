export * from './billing.module';
export * from './estimate';
export * from './hold-reaper';
export * from './ledger';
export * from './money';
export * from './usage';

export type { DecidedSpan, DecidedText } from './draft';
export { RequestMap, type RestoredText, type SurfaceForm } from './request-map';
export { restoreWithMap } from './restore-with-map';
export { SurrogateEntity } from './surrogate.entity';
export { SurrogateStore, type Original } from './surrogates';
export { TenantDataKeyEntity, TenantSecretEntity, tokenstoreEntities } from './tenant-secret.entity';
export { TenantSecrets, type TenantKeys } from './tenant-secrets';
export { Tokenizer, type TokenizedRequest } from './tokenizer';
export { TokenstoreModule } from './tokenstore.module';

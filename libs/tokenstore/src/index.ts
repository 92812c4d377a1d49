export { RequestMap, type RestoredText, type SurfaceForm } from './request-map';
export { restoreWithMap } from './restore-with-map';
export { SurrogateStore, type Original } from './surrogates';
export { TenantSecrets, type TenantKeys } from './tenant-secrets';
export { Tokenizer, type DecidedSpan, type DecidedText, type TokenizedRequest } from './tokenizer';
export * from './tokenstore.module';

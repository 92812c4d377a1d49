export type { TenantAdditions } from './additions';
export { Detector, SCORE_MIN } from './detector';
export { DetectionEngine, ENGINE_OPTIONS, type EngineOptions } from './engine/detection.engine';
export { DetectionModule } from './engine/detection.module';
export type { DetectionInput, DrawSource, EntityType, Finding, Sensitivity } from './entity-type';
export { entityType, entityTypes, FORMAT_VERSION } from './entity-types';
export { titles } from './names/name-context';
export { surrogateSurname } from './names/surname-permutation';
export { surnameOf } from './names/surnames';

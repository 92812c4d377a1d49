import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const IS_AUDITED = 'gw:audited';

/** The route's operation calls `assertUsable` itself, so that also this refusal leaves an audit record. */
export function Audited(): CustomDecorator {
  return SetMetadata(IS_AUDITED, true);
}

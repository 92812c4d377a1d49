import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const IS_PUBLIC = 'gw:public';

/** The route needs no key. Only what tells nothing about anybody may be public. */
export function Public(): CustomDecorator {
  return SetMetadata(IS_PUBLIC, true);
}

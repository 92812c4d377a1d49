import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { parseWith } from './parse-with';

/** `@Body(new ZodPipe(schema))`, also for queries: the handler gets what the schema made of it, or is not called. */
export class ZodPipe<Schema extends z.ZodType> implements PipeTransform<unknown, z.output<Schema>> {
  constructor(private readonly schema: Schema) {}

  /** @throws AppError invalid_request */
  transform(value: unknown): z.output<Schema> {
    return parseWith(this.schema, value);
  }
}

import type { z } from 'zod';
import { invalidRequest, type FieldProblem } from '../errors/app-error';

/**
 * Checks a body against a strict schema.
 * @throws AppError invalid_request; a path names only what the schema knows, an unknown key appears as `*`, and no
 *   problem quotes a value
 */
export function parseWith<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidRequest(...parsed.error.issues.map(toProblem));
}

function toProblem(issue: z.core.$ZodIssue): FieldProblem {
  const path = issue.path.map(String);
  switch (issue.code) {
    case 'unrecognized_keys':
      return { path: [...path, '*'].join('.'), problem: 'is not a field of this request' };
    case 'invalid_type':
      return { path: path.join('.'), problem: `must be a ${issue.expected}` };
    case 'invalid_value':
      return { path: path.join('.'), problem: `must be one of ${issue.values.map(String).join(', ')}` };
    case 'too_small':
      return { path: path.join('.'), problem: `must be at least ${issue.minimum}${unit(issue.origin)}` };
    case 'too_big':
      return { path: path.join('.'), problem: `must be at most ${issue.maximum}${unit(issue.origin)}` };
    case 'custom':
      return { path: path.join('.'), problem: issue.message };
    // The key of a record is the caller's own text.
    case 'invalid_key':
    case 'invalid_element':
      return { path: [...path.slice(0, 1), '*'].join('.'), problem: 'is not valid' };
    default:
      return { path: path.join('.'), problem: 'is not valid' };
  }
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items long' : '';
}

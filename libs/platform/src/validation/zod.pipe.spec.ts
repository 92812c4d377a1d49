import { z } from 'zod';
import { AppError } from '../errors/app-error';
import { ZodPipe } from './zod.pipe';

const SECRET = '13812345678';
const pipe = new ZodPipe(
  z.strictObject({
    name: z.string().min(2).max(5),
    kind: z.enum(['a', 'b']),
    count: z.number().int().optional(),
    nested: z.strictObject({ list: z.array(z.strictObject({ id: z.string().regex(/^x$/) })) }).optional(),
    checked: z
      .string()
      .refine((text) => text === 'right', 'must be right')
      .optional(),
  }),
);
const fine = { name: 'abc', kind: 'a' };

const fieldsOf = (value: unknown) => {
  try {
    pipe.transform(value);
    return [];
  } catch (error) {
    expect((error as AppError).code).toBe('invalid_request');
    return (error as AppError).extras.fields;
  }
};

it('answers what the schema made of the value', () => {
  expect(pipe.transform(fine)).toEqual(fine);
});

it.each<[string, unknown, string]>([
  ['an unknown key', { ...fine, [SECRET]: 1 }, '*'],
  ['an unknown key inside', { ...fine, nested: { list: [], [SECRET]: 1 } }, 'nested.*'],
  ['a wrong type', { ...fine, name: 13_812_345_678 }, 'name'],
  ['a wrong value', { ...fine, kind: SECRET }, 'kind'],
  ['a long text', { ...fine, name: SECRET }, 'name'],
  ['a fraction', { ...fine, count: 1.5 }, 'count'],
  ['a wrong form, deep inside', { ...fine, nested: { list: [{ id: SECRET }] } }, 'nested.list.0.id'],
  ['a failed check', { ...fine, checked: SECRET }, 'checked'],
  ['no body', undefined, ''],
  ['a text', SECRET, ''],
])('refuses %s by its path, quoting nothing', (_name, value, path) => {
  const fields = fieldsOf(value);
  expect(fields).toContainEqual({ path, problem: expect.stringMatching(/./) });
  expect(JSON.stringify(fields)).not.toContain('138');
});

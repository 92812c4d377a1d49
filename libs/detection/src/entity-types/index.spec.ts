import { entityType, entityTypes } from '.';
import { seededDrawSource } from '../../testing/seeded-draw-source';

const structured = entityTypes.filter(({ name }) => name !== 'PERSON');

describe('the registry', () => {
  it('has each name and each label once', () => {
    expect(new Set(entityTypes.map(({ name }) => name)).size).toBe(entityTypes.length);
    expect(new Set(entityTypes.map(({ label }) => label)).size).toBe(entityTypes.length);
  });

  it('finds built-in types by name and makes others up', () => {
    for (const type of entityTypes) expect(entityType(type.name)).toBe(type);
    expect(entityType('EMPLOYEE_ID')).toMatchObject({
      name: 'EMPLOYEE_ID',
      label: 'EMPLOYEE_ID',
      reversible: true,
    });
  });

  it('calls identity documents and bank cards highly sensitive', () => {
    const high = entityTypes.filter(({ sensitivity }) => sensitivity === 'high').map(({ name }) => name);
    expect(high.sort()).toEqual(['CN_BANK_CARD', 'CN_ID_CARD', 'CN_PASSPORT']);
  });

  it('writes context words the way they are compared', () => {
    for (const { context } of entityTypes) {
      for (const word of Object.values(context).flat()) expect(word).toMatch(/^[^\sA-Z_-]+$/);
    }
  });

  it.each(structured.map((type) => [type.name, type] as const))(
    '%s draws for values that are none of its own',
    (_name, type) => {
      for (const odd of ['', '1', 'X', '12345', '张伟明', 'ABC-123', '0'.repeat(30)]) {
        expect(() => type.draw(type.canonical(odd), seededDrawSource(odd))).not.toThrow();
        expect(() => type.dress(type.canonical(odd), odd)).not.toThrow();
      }
    },
  );

  it('has room for 200,000 numbers of each large type within a few attempts', () => {
    for (const name of ['CN_MOBILE', 'CN_ID_CARD', 'EMAIL_ADDRESS', 'MAC_ADDRESS']) {
      const type = entityType(name);
      const drawn = new Set<string>();
      const random = seededDrawSource(name);
      let attempts = 0;
      const original = type.canonical(type.example);
      for (; drawn.size < 200_000; attempts++) {
        const lookalike = type.draw(original, random);
        if (lookalike !== null) drawn.add(lookalike);
      }
      expect(attempts).toBeLessThan(220_000);
    }
  });
});

import { entityType } from '.';
import { lookalikes } from '../../testing/describe-type';

describe('a type that a tenant made', () => {
  const employee = entityType('EMPLOYEE_ID');

  it('draws the same mask', () => {
    for (const lookalike of lookalikes(employee, 'E123456')) expect(lookalike).toMatch(/^[A-Z]\d{6}$/);
    for (const lookalike of lookalikes(entityType('PROJECT'), '昆仑计划'))
      expect(lookalike).toMatch(/^\p{Script=Han}{4}$/u);
  });

  it('lengthens a value that has too few neighbors', () => {
    for (const lookalike of lookalikes(employee, 'E1')) expect(lookalike).toMatch(/^[A-Z]\d{5}$/);
  });

  it('keeps separators and width', () => {
    expect(employee.dress('A654321', 'E-123456')).toBe('A-654321');
    expect(employee.dress('A654321', 'Ｅ１２３４５６')).toBe('Ａ６５４３２１');
  });
});

import type { AdminRequest } from '../auth/admin-request';
import { AuditedChanges } from './audited-changes';

const request = { id: 'request', operator: { number: '101' } } as AdminRequest;
const record = { kind: 'key.revoked', target: 'key/1001' };

function changes(
  append: (fields: object) => Promise<{ appended: boolean }> = async () => ({ appended: true }),
) {
  const appended: object[] = [];
  const audited = new AuditedChanges({
    append: (fields: object) => {
      appended.push(fields);
      return append(fields);
    },
  } as never);
  return { audited, appended };
}

describe('a change', () => {
  it('is recorded under its operator and request', async () => {
    const { audited, appended } = changes();
    const at = new Date(0);
    await audited.apply(request, (append) => append({ ...record, before: { at }, after: { at: null } }));
    expect(appended).toEqual([
      {
        request_id: 'request',
        operator: '101',
        outcome: 'completed',
        ...record,
        before: { at: '1970-01-01T00:00:00.000Z' },
        after: { at: null },
      },
    ]);
  });

  it('fails when its record cannot be appended', async () => {
    for (const append of [
      async () => ({ appended: false }),
      () => Promise.reject(new Error('audit_unavailable')),
    ]) {
      const change = changes(append).audited.apply(request, (appendRecord) => appendRecord(record));
      await expect(change).rejects.toThrow('audit_unavailable');
    }
  });

  it('waits for the one before it, also when that one fails', async () => {
    const { audited } = changes();
    const order: string[] = [];
    const first = audited.apply(request, async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('first');
      throw new Error('x');
    });
    const second = audited.apply(request, async () => order.push('second'));
    await expect(first).rejects.toThrow('x');
    await second;
    expect(order).toEqual(['first', 'second']);
  });
});

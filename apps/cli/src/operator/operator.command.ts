import { parseArgs } from 'node:util';
import { AuditChain } from '@gw/audit';
import { loadConfig, newId } from '@gw/platform';
import { OPERATOR_ROLES, Operators, type OperatorRole } from '@gw/tenancy';
import { UsageError, type Command } from '../command';
import { openInstallation } from '../installation/installation.module';

const MADE_BY = 'gw operator create';

/** The way in where no operator exists yet: whoever holds the database and the root key may make one. */
export const operatorCommand: Command = {
  name: 'operator',
  usage: 'operator create --name NAME [--role admin]',
  summary: 'makes an operator and prints the token, this once',
  async run([verb, ...args]) {
    const { values } = parseArgs({
      args,
      options: { name: { type: 'string' }, role: { type: 'string', default: 'admin' } },
      strict: true,
    });
    if (verb !== 'create')
      throw new UsageError('The only thing to do with an operator here is to create one.');
    if (!values.name?.trim()) throw new UsageError('Give the operator a name.');
    if (!isRole(values.role)) throw new UsageError(`The role must be one of ${OPERATOR_ROLES.join(', ')}.`);
    process.stdout.write(`${await createOperator(values.name.trim(), values.role)}\n`);
    return 0;
  },
};

/** The record stands before the token is shown. */
async function createOperator(name: string, role: OperatorRole): Promise<string> {
  const installation = await openInstallation(loadConfig());
  try {
    const { row, token } = await installation.get(Operators).issue(name, role, MADE_BY);
    await installation.get(AuditChain).append({
      kind: 'operator.created',
      request_id: newId(),
      operator: MADE_BY,
      target: `operator/${row.number}`,
      after: { name, role, status: row.status },
    });
    return token;
  } finally {
    await installation.close();
  }
}

function isRole(role: string): role is OperatorRole {
  return (OPERATOR_ROLES as readonly string[]).includes(role);
}

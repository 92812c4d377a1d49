import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { configSchema, type GwConfig } from './schema';

/** Names every bad setting in one message, and never a value. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const settingNames = Object.keys(configSchema.shape) as (keyof typeof configSchema.shape)[];
const secretNames = settingNames.filter((name) => isSecret(configSchema.shape[name]));

/**
 * Reads, checks and freezes all settings. The one place that looks at the environment.
 * @throws ConfigError naming every unknown, unreadable or invalid setting
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): GwConfig {
  const problems: string[] = [];
  const raw: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('GW_') || value === undefined || value === '') continue;
    if (name.endsWith('_FILE')) readSecretFile(name, value, env, raw, problems);
    else if (name in configSchema.shape) raw[name] = value;
    else if (!CLIENT_SETTINGS.has(name)) problems.push(`${name} is not a setting of Privacy Gateway.`);
  }
  const parsed = configSchema.safeParse(raw);
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      problems.push(`${String(issue.path[0])}: ${describeIssue(issue)}.`);
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems);
  return Object.freeze(parsed.data);
}

/** Settings of the `gw` command and of clients; they may stand in the environment of a server. */
const CLIENT_SETTINGS = new Set(['GW_BASE_URL', 'GW_API_KEY', 'GW_ADMIN_URL', 'GW_ADMIN_TOKEN']);

function readSecretFile(
  name: string,
  path: string,
  env: NodeJS.ProcessEnv,
  raw: Record<string, string>,
  problems: string[],
): void {
  const setting = name.slice(0, -'_FILE'.length);
  if (!secretNames.includes(setting as (typeof secretNames)[number])) {
    problems.push(`${name} is not a setting of Privacy Gateway.`);
  } else if (env[setting]) {
    problems.push(`${setting} and ${name} are both set; keep one.`);
  } else {
    try {
      raw[setting] = readFileSync(path, 'utf8').trim();
    } catch {
      problems.push(`${name} names a file that cannot be read.`);
    }
  }
}

function isSecret(schema: z.ZodType): boolean {
  return schema.meta()?.['secret'] === true;
}

// zod's own messages may quote the input, so only the kind of problem is told.
function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be a ${issue.expected}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    default:
      return issue.code === 'custom' || issue.code === 'invalid_format' ? issue.message : 'is not valid';
  }
}

import type { DataSource } from 'typeorm';

type SeedChannel = [vendor: string, baseUrl: string | null, egress: string, status: string, protocol: string];
type SeedModel = [
  vendor: string,
  name: string,
  jurisdiction: string,
  status: string,
  contextTokens: number,
  outputTokensMax: number,
];

/** One family is open; the others are listed and wait for their channel to be opened. */
const CHANNELS: SeedChannel[] = [
  ['sandbox', null, 'none', 'open', 'sandbox'],
  ['deepseek', 'https://api.deepseek.com', 'direct', 'open', 'openai'],
  ['qwen', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'direct', 'closed', 'openai'],
  ['zhipu', 'https://open.bigmodel.cn/api/paas/v4', 'direct', 'closed', 'openai'],
  ['moonshot', 'https://api.moonshot.cn/v1', 'direct', 'closed', 'openai'],
  ['doubao', 'https://ark.cn-beijing.volces.com/api/v3', 'direct', 'closed', 'openai'],
  ['openai', 'https://api.openai.com/v1', 'direct', 'closed', 'openai'],
  ['anthropic', 'https://api.anthropic.com', 'direct', 'closed', 'anthropic'],
  ['google', 'https://generativelanguage.googleapis.com/v1beta/openai', 'direct', 'closed', 'openai'],
];

const MODELS: SeedModel[] = [
  ['sandbox', 'echo', 'local', 'open', 1_048_576, 400_000],
  ['deepseek', 'deepseek-chat', 'domestic', 'open', 131_072, 8_192],
  ['deepseek', 'deepseek-reasoner', 'domestic', 'open', 131_072, 65_536],
  ['qwen', 'qwen-plus', 'domestic', 'closed', 131_072, 16_384],
  ['qwen', 'qwen-max', 'domestic', 'closed', 32_768, 8_192],
  ['zhipu', 'glm-4.6', 'domestic', 'closed', 204_800, 16_384],
  ['moonshot', 'kimi-k2', 'domestic', 'closed', 131_072, 16_384],
  ['doubao', 'doubao-pro', 'domestic', 'closed', 131_072, 12_288],
  ['openai', 'gpt-4.1', 'overseas', 'closed', 1_047_576, 32_768],
  ['anthropic', 'claude-sonnet', 'overseas', 'closed', 200_000, 64_000],
  ['google', 'gemini-2.5-pro', 'overseas', 'closed', 1_048_576, 65_536],
];

/** Nano-yuan per token. Defaults an operator changes; a model that is not open has no price until it gets one. */
const PRICES: [vendor: string, name: string, inputNano: number, outputNano: number][] = [
  ['sandbox', 'echo', 1_000, 2_000],
  ['deepseek', 'deepseek-chat', 2_000, 3_000],
  ['deepseek', 'deepseek-reasoner', 2_000, 3_000],
];

/** Lists what an installation starts with. What an operator has changed is never touched. */
export async function seedCatalogue(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const [known] = (await manager.query('SELECT count(*)::int AS models FROM model')) as [
      { models: number },
    ];
    if (known.models > 0) return;
    for (const channel of CHANNELS) {
      await manager.query(
        'INSERT INTO channel (vendor, base_url, egress, status, protocol) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
        channel,
      );
    }
    for (const model of MODELS) {
      await manager.query(
        `INSERT INTO model (vendor, name, jurisdiction, status, context_tokens, output_tokens_max)
          VALUES ($1, $2, $3, $4, $5, $6)`,
        model,
      );
    }
    for (const price of PRICES) {
      await manager.query(
        `INSERT INTO price (vendor, name, input_nano, output_nano, created_by) VALUES ($1, $2, $3, $4, 'seed')`,
        price,
      );
    }
  });
}

import { Inject, Injectable } from '@nestjs/common';
import { AppError, GW_CONFIG, type GwConfig } from '@gw/platform';
import type { Principal } from '@gw/tenancy';
import { LimitStore } from './limit.store';

type LimitedKey = Pick<Principal, 'keyNumber' | 'requestsPerMinute' | 'tokensPerMinute' | 'maxConcurrent'>;
type SetHeader = (name: string, value: string) => void;

/** Requests per minute, tokens per minute and concurrency of a key. */
@Injectable()
export class Limiter {
  constructor(
    private readonly store: LimitStore,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {}

  /**
   * Admits one request, and says on the answer how much is left.
   * @returns the function that gives the concurrency slot back
   * @throws AppError rate_limited or too_many_concurrent, with Retry-After set
   */
  async admit(key: LimitedKey, setHeader: SetHeader): Promise<() => void> {
    await this.takeRequest(key, setHeader);
    await this.assertTokensLeft(key, setHeader);
    const slot = `concurrent:${key.keyNumber}`;
    if (!(await this.store.acquire(slot, key.maxConcurrent ?? this.config.GW_CONCURRENT_REQUESTS_MAX))) {
      throw new AppError('too_many_concurrent');
    }
    return () => void this.store.release(slot);
  }

  /** Books the model tokens of a finished call; a key in debt waits until it is paid off. */
  async debitTokens(key: LimitedKey, tokens: number): Promise<void> {
    if (key.tokensPerMinute === null) return;
    await this.store.debit(`tokens:${key.keyNumber}`, key.tokensPerMinute, tokens);
  }

  private async takeRequest(key: LimitedKey, setHeader: SetHeader): Promise<void> {
    const perMinute = key.requestsPerMinute ?? this.config.GW_REQUESTS_PER_MINUTE;
    const state = await this.store.take(`requests:${key.keyNumber}`, perMinute, 1);
    setHeader('x-ratelimit-limit-requests', String(perMinute));
    setHeader('x-ratelimit-remaining-requests', String(state.remaining));
    setHeader('x-ratelimit-reset-requests', seconds(state.fullInMs));
    if (!state.allowed) throw refusal(state.nextInMs, setHeader);
  }

  private async assertTokensLeft(key: LimitedKey, setHeader: SetHeader): Promise<void> {
    if (key.tokensPerMinute === null) return;
    const state = await this.store.take(`tokens:${key.keyNumber}`, key.tokensPerMinute, 0);
    setHeader('x-ratelimit-limit-tokens', String(key.tokensPerMinute));
    setHeader('x-ratelimit-remaining-tokens', String(state.remaining));
    setHeader('x-ratelimit-reset-tokens', seconds(state.fullInMs));
    if (!state.allowed) throw refusal(state.nextInMs, setHeader);
  }
}

function refusal(waitMs: number, setHeader: SetHeader): AppError {
  setHeader('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))));
  return new AppError('rate_limited');
}

/** The form the OpenAI clients know: `12s`, `0.5s`. */
function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10}s`;
}

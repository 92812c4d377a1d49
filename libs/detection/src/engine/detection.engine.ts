import { Inject, Injectable, Optional, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AppError, GW_CONFIG, type GwConfig } from '@gw/platform';
import { availableParallelism } from 'node:os';
import type { TenantAdditions } from '../additions';
import { Detector } from '../detector';
import type { DetectionInput, Finding } from '../entity-type';
import { areValidFindings } from './validate-findings';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool';
import { detectionWorkerScript } from './worker-script';

/** Injection token of `EngineOptions`; without it the defaults hold. */
export const ENGINE_OPTIONS = Symbol('ENGINE_OPTIONS');

export interface EngineOptions extends Partial<WorkerPoolOptions> {
  /** Requests with at most this many characters in all are looked at without a worker: they take less than 5 ms. */
  readonly inlineCharactersMax?: number;
  /** Deadline of the self-test at start, which waits for the workers to load. */
  readonly startDeadlineMs?: number;
}

const INLINE_CHARACTERS_MAX = 4_000;
const WORKERS_MAX = 4;
const QUEUE_LENGTH_MAX = 256;
const RETEST_DELAY_MS = 1_000;
const START_DEADLINE_MS = 15_000;

/** A text whose findings are known. Names and numbers are invented; the identity number is the standard's specimen. */
const SELF_TEST: DetectionInput = { text: '客户张伟明，手机号13812345678，身份证11010519491231002X' };
const SELF_TEST_FINDINGS = ['PERSON:2-5', 'CN_MOBILE:9-20', 'CN_ID_CARD:24-42'];

/**
 * Detection as requests meet it: small ones on the event loop, larger ones in worker threads under a deadline. A crash,
 * a hang or an answer that cannot be right is `detection_unavailable`, never "nothing found".
 */
@Injectable()
export class DetectionEngine implements OnModuleInit, OnApplicationShutdown {
  /** What an audit record says detected: changes whenever the same text may give other findings. */
  readonly version = 'structured-1+names-1';

  private readonly detector = new Detector();
  private readonly inlineCharactersMax: number;
  private readonly startDeadlineMs: number;
  private readonly pool: WorkerPool;
  private healthy = false;
  private testing: Promise<void> | undefined;
  private retest: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    @Inject(GW_CONFIG) private readonly config: Pick<GwConfig, 'GW_DETECTION_TIMEOUT_MS'>,
    @Optional() @Inject(ENGINE_OPTIONS) options: EngineOptions = {},
  ) {
    this.inlineCharactersMax = options.inlineCharactersMax ?? INLINE_CHARACTERS_MAX;
    this.startDeadlineMs = options.startDeadlineMs ?? START_DEADLINE_MS;
    this.pool = new WorkerPool({
      script: options.script ?? detectionWorkerScript(),
      size: options.size ?? Math.max(1, Math.min(WORKERS_MAX, availableParallelism() - 1)),
      queueLengthMax: options.queueLengthMax ?? QUEUE_LENGTH_MAX,
    });
  }

  async onModuleInit(): Promise<void> {
    await this.selfTest(this.startDeadlineMs);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retest);
    await this.pool.close();
  }

  /** Whether the last self-test found what it must find. It runs at start and after every failure. */
  isHealthy(): boolean {
    return this.healthy;
  }

  /**
   * Findings of each input of one request, sorted, disjoint; offsets are UTF-16 code units.
   * @throws AppError detection_unavailable
   */
  async detect(inputs: readonly DetectionInput[], additions?: TenantAdditions): Promise<Finding[][]> {
    try {
      const answer = this.isCheap(inputs, additions)
        ? this.detector.detect(inputs, additions)
        : await this.pool.run({ inputs, additions }, this.config.GW_DETECTION_TIMEOUT_MS);
      if (!areValidFindings(answer, inputs)) throw new Error('invalid findings');
      return answer;
    } catch (error) {
      void this.selfTest();
      // The original error may quote the text, so only its kind is kept.
      const cause = new Error(error instanceof Error ? error.name : 'unknown');
      throw new AppError('detection_unavailable', { cause });
    }
  }

  /** A tenant's own patterns always run under a deadline: how long they take is not ours to promise. */
  private isCheap(inputs: readonly DetectionInput[], additions: TenantAdditions | undefined): boolean {
    if (additions !== undefined && additions.customRecognizers.length > 0) return false;
    let characters = 0;
    for (const { text } of inputs) {
      characters += text.length;
      if (characters > this.inlineCharactersMax) return false;
    }
    return true;
  }

  private selfTest(deadlineMs = this.config.GW_DETECTION_TIMEOUT_MS): Promise<void> {
    this.testing ??= this.runSelfTest(deadlineMs).finally(() => (this.testing = undefined));
    return this.testing;
  }

  private async runSelfTest(deadlineMs: number): Promise<void> {
    clearTimeout(this.retest);
    this.healthy = await this.passesSelfTest(deadlineMs);
    if (this.healthy || this.isClosed) return;
    this.retest = setTimeout(() => void this.selfTest(), RETEST_DELAY_MS);
    this.retest.unref();
  }

  private async passesSelfTest(deadlineMs: number): Promise<boolean> {
    try {
      const inline = this.detector.detect([SELF_TEST]);
      const pooled = await this.pool.run({ inputs: [SELF_TEST] }, deadlineMs);
      return [inline, pooled].every(
        (answer) => areValidFindings(answer, [SELF_TEST]) && isExpected(answer[0]!),
      );
    } catch {
      return false;
    }
  }
}

function isExpected(findings: readonly Finding[]): boolean {
  const found = findings.map(({ type, start, end }) => `${type}:${start}-${end}`);
  return SELF_TEST_FINDINGS.every((expected) => found.includes(expected));
}

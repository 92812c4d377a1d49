import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthCheckResult } from '@nestjs/terminus';

const CHECK_TIMEOUT_MS = 2_000;

/** True when the part is fit for work. Throwing counts as not fit; the reason never reaches a client. */
export type ReadinessCheck = () => boolean | Promise<boolean>;

/** The list of what this process needs to work; every part adds its own check. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();

  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
  ) {}

  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** @returns Terminus' result for all checks, or for those named; never throws */
  async check(names: readonly string[] = [...this.checks.keys()]): Promise<HealthCheckResult> {
    try {
      return await this.health.check(
        names.map((name) => async () => {
          const indicator = this.indicators.check(name);
          return (await this.isFit(name)) ? indicator.up() : indicator.down();
        }),
      );
    } catch (error) {
      if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
      throw error;
    }
  }

  private async isFit(name: string): Promise<boolean> {
    const check = this.checks.get(name);
    if (!check) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
    });
    try {
      return await Promise.race([Promise.resolve().then(check), late]);
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Who calls: an immutable snapshot of a key and its tenant. */
export interface Principal {
  readonly tenantId: string;
  readonly tenantStatus: 'active' | 'suspended' | 'erased';
  /** Public serial number of the key. */
  readonly keyNumber: string;
  readonly environment: 'live' | 'test';
  /** Catalogue ids the key may use; null = all. */
  readonly models: readonly string[] | null;
  readonly allowedIps: readonly string[] | null;
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly maxConcurrent: number | null;
  /** Most the key may spend in an Asia/Shanghai day or month, in nano-yuan. */
  readonly dailyCapNano: bigint | null;
  readonly monthlyCapNano: bigint | null;
}

import type { CatalogueModel } from '@gw/catalogue';

/** One call of a model. The body is final: masked, checked, serialized, with the model's own name in it. */
export interface UpstreamCall {
  readonly model: CatalogueModel;
  readonly body: string;
  readonly requestId: string;
  /** Ends the call early, e.g. when a drain deadline has passed. A client that hangs up must not. */
  readonly signal?: AbortSignal;
}

/** What came back, as text that is known to be UTF-8 but not yet to be a chat completion. */
export interface UpstreamReply {
  /** 200–299. */
  readonly status: number;
  readonly bodyText: string;
  /** From the call to the last byte of the reply. */
  readonly ms: number;
}

/** A model vendor's API behind a channel. */
export interface Upstream {
  /**
   * @throws AppError upstream_timeout when a deadline passed, model_not_open when the channel cannot be used,
   *   upstream_error for everything else; never with a word of what the model said
   */
  chat(call: UpstreamCall): Promise<UpstreamReply>;
}

/** Nano-yuan per token. */
export interface TokenPrice {
  readonly inputNano: bigint;
  readonly outputNano: bigint;
}

/** The most a call can cost. A byte-level tokenizer cannot make more tokens than there are bytes. */
export function ceilingNano(
  bounds: { readonly tokensInMax: number; readonly tokensOutMax: number },
  price: TokenPrice,
): bigint {
  return costNano({ tokensIn: bounds.tokensInMax, tokensOut: bounds.tokensOutMax }, price);
}

export function costNano(
  usage: { readonly tokensIn: number; readonly tokensOut: number },
  price: TokenPrice,
): bigint {
  return BigInt(usage.tokensIn) * price.inputNano + BigInt(usage.tokensOut) * price.outputNano;
}

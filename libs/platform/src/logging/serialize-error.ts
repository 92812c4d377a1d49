/** What may be logged of an error: never its message, which can quote a value, a statement or a header. */
export interface SerializedError {
  readonly name: string;
  readonly code?: string;
  readonly frames: readonly string[];
  readonly cause?: SerializedError;
}

const SAFE_CODE = /^[A-Za-z0-9_]{1,64}$/;
const FRAMES_MAX = 20;
const CAUSES_MAX = 3;

/** Allow-list serializer of the log field `err`. */
export function serializeError(error: unknown, causesLeft = CAUSES_MAX): SerializedError {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const { code } = error as Error & { code?: unknown };
  return {
    name: SAFE_CODE.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && SAFE_CODE.test(code) ? { code } : {}),
    frames: stackFrames(error),
    ...(error.cause !== undefined && causesLeft > 0
      ? { cause: serializeError(error.cause, causesLeft - 1) }
      : {}),
  };
}

// A stack begins with the message, which may itself hold lines that look like frames: cut it off by its length.
function stackFrames(error: Error): string[] {
  const stack = typeof error.stack === 'string' ? error.stack : '';
  const at = error.message === '' ? 0 : stack.indexOf(error.message) + error.message.length;
  if (error.message !== '' && !stack.includes(error.message)) return [];
  return stack
    .slice(at)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at [^\n]{1,300}$/.test(line))
    .slice(0, FRAMES_MAX);
}

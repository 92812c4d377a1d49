/**
 * Runs with what a change has written, inside its transaction, as the last thing before the commit: when it fails,
 * nothing has changed. The audit record of a change is appended here.
 */
export type BeforeCommit<Changed> = (changed: Changed) => Promise<unknown>;

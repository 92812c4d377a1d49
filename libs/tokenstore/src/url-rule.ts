const URL = /https?:\/\/([^\s/?#:"'<>()\[\]，。；]+)[^\s"'<>()\[\]，。；]*/gi;

/**
 * A real value goes into a URL only when the request itself named the URL's host: otherwise a Markdown image could
 * carry it to a stranger.
 */
export class UrlRule {
  private readonly hosts = new Set<string>();

  /** @param requestTexts where hosts the caller knows may stand */
  constructor(requestTexts: readonly string[]) {
    for (const text of requestTexts) {
      for (const [, host] of text.matchAll(URL)) this.hosts.add((host as string).toLowerCase());
    }
  }

  /** Tells for a place in this reply whether something may be restored there. */
  allows(reply: string): (position: number) => boolean {
    if (!reply.includes('://')) return () => true;
    const closed = [...reply.matchAll(URL)].filter(
      ([, host]) => !this.hosts.has((host as string).toLowerCase()),
    );
    return (position) =>
      !closed.some((match) => position >= match.index && position < match.index + match[0].length);
  }
}

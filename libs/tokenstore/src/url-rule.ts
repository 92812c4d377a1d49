/** Where a link begins for a browser: a scheme, or two slashes after what may open an attribute or a Markdown target. */
const URL_START = /(?:https?|ftp|wss?):[\\/]*|(?<=^|[\s("'=<\]])[\\/]{2,}(?=[^\s\\/])/gi;
const AUTHORITY = /[^\s\\/?#"'<>()\[\]`，。；：！？、）】》]*/y;
const REST = /[^\s"'<>`，。；！？、】》]*/y;
const BARE_HOST = /(?<![A-Za-z0-9.-])(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<': '>' };
const QUOTED_MAX = 4_096;

interface Link {
  readonly host: string;
  readonly start: number;
  readonly end: number;
}

/**
 * An original goes into a link only when the request named the link's host: a Markdown image must not carry a real
 * number to a stranger.
 */
export class UrlRule {
  private readonly hosts = new Set<string>();

  /** @param texts what was sent: the hosts that stand in it are no strangers */
  constructor(texts: readonly string[]) {
    for (const text of texts) {
      for (const { host } of linksOf(text)) this.hosts.add(host);
      for (const [host] of text.matchAll(BARE_HOST)) this.hosts.add(host.toLowerCase());
    }
  }

  /** Tells for an offset of the text whether an original may be put there. */
  allows(text: string): (offset: number) => boolean {
    const closed = linksOf(text).filter(({ host }) => !this.hosts.has(host));
    if (closed.length === 0) return () => true;
    // Asked in text order.
    let next = 0;
    return (offset) => {
      while (next < closed.length && (closed[next] as Link).end <= offset) next++;
      const link = closed[next];
      return link === undefined || offset < link.start;
    };
  }
}

function linksOf(text: string): Link[] {
  if (!text.includes('//') && !text.includes('\\\\') && !/(?:https?|ftp|wss?):/i.test(text)) return [];
  const links: Link[] = [];
  URL_START.lastIndex = 0;
  for (let opening = URL_START.exec(text); opening; opening = URL_START.exec(text)) {
    const authorityStart = opening.index + opening[0].length;
    AUTHORITY.lastIndex = authorityStart;
    const authority = AUTHORITY.exec(text)?.[0] ?? '';
    URL_START.lastIndex = authorityStart;
    // Two backslashes also begin a JSON escape; a host on the internet has a dot.
    if (opening[0].startsWith('\\') && !authority.includes('.')) continue;
    const end = linkEnd(text, opening.index, authorityStart + authority.length);
    links.push({ host: hostOf(authority), start: opening.index, end });
    URL_START.lastIndex = Math.max(end, authorityStart);
  }
  return links;
}

/** A quoted or bracketed link may hold spaces; any other ends where a browser or Markdown ends it. */
function linkEnd(text: string, start: number, authorityEnd: number): number {
  REST.lastIndex = authorityEnd;
  const end = authorityEnd + (REST.exec(text)?.[0].length ?? 0);
  const closing = CLOSING[text[start - 1] ?? ''];
  if (closing === undefined) return end;
  const closed = text.slice(authorityEnd, authorityEnd + QUOTED_MAX).indexOf(closing);
  return closed < 0 ? end : Math.max(end, authorityEnd + closed);
}

function hostOf(authority: string): string {
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase();
}

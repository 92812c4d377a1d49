import { docsPage } from './docs-page';
import { openApiDocument } from './openapi';

describe('the documentation', () => {
  it('refers only to schemas it has', () => {
    const names = Object.keys(openApiDocument.components.schemas);
    const references = [...JSON.stringify(openApiDocument).matchAll(/#\/components\/schemas\/(\w+)/g)];
    for (const [, name] of references) expect(names).toContain(name);
  });

  it('needs a key everywhere but on /healthz', () => {
    const open = Object.entries(openApiDocument.paths).filter(([, methods]) =>
      JSON.stringify(methods).includes('"security":[]'),
    );
    expect(open.map(([path]) => path)).toEqual(['/healthz']);
  });

  it('is a page that loads nothing from elsewhere', () => {
    expect(docsPage).not.toMatch(/https?:\/\//);
    expect(docsPage).not.toMatch(/innerHTML|\ssrc=/);
  });
});

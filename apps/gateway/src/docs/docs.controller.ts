import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '../auth/public.decorator';
import { docsPage } from './docs-page';
import { openApiDocument } from './openapi';

/** Part of the app only when GW_ENABLE_DOCS is 1; otherwise these paths do not exist. */
@Controller()
@Public()
export class DocsController {
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  page(): string {
    return docsPage;
  }

  @Get('docs-json')
  document(): typeof openApiDocument {
    return openApiDocument;
  }
}

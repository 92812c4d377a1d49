import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error';
import { errorAnswer } from './error-answer';
import { setRequestIdHeaders } from './request-id';
import type { RouteTable } from './route-table';
import { toAppError } from './to-app-error';

/**
 * The one place that turns an exception into an answer. A cause goes to the log under the request id, as
 * name, code and stack frames; to the client go only the code, its sentence, and the extras of an AppError.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    private readonly logger: Logger,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(exception, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(exception: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.sent) return;
    let error = toAppError(exception);
    if (error.code === 'not_found' && request.is404) error = this.refineNotFound(request, reply, error);
    request.errorCode = error.code;
    if (error.cause !== undefined) {
      this.logger[error.entry.logLevel](
        { request_id: request.id, code: error.code, err: error.cause },
        'request failed',
      );
    }
    const { status, headers, body } = errorAnswer(error, request.id, request.headers);
    for (const [name, value] of Object.entries(headers)) {
      // A limiter that knows when to come back has already said so.
      if (!reply.hasHeader(name)) void reply.header(name, value);
    }
    setRequestIdHeaders(request, reply);
    void reply.status(status).header('content-type', 'application/json; charset=utf-8').send(body);
  }

  /** A path we serve under another method is 405 and says which. */
  private refineNotFound(request: FastifyRequest, reply: FastifyReply, error: AppError): AppError {
    const allowed = this.routes.methodsOf(request.url);
    if (allowed.length === 0 || allowed.includes(request.method)) return error;
    void reply.header('allow', allowed.join(', '));
    return new AppError('method_not_allowed');
  }
}

/**
 * The same stack without the product: Nest on Fastify, axios over the gateway's own adapter. It takes a body,
 * sends it to the model and hands the answer back. Argument: address of the model.
 */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { Controller, HttpCode, Header, Module, Post, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import axios from 'axios';
import { Pool } from 'undici';

const require = createRequire(import.meta.url);
const { undiciAdapter } = require('../dist/apps/gateway/src/upstream/undici.adapter.js');

const modelUrl = process.argv[2];
const http = axios.create({
  adapter: undiciAdapter({
    dispatcher: new Pool(modelUrl, { pipelining: 1 }),
    headerNames: ['content-type', 'accept', 'authorization'],
    replyBytesMax: 8_388_608,
    refusal: (status) => (status === 200 ? undefined : 'STATUS'),
  }),
  transformRequest: [],
  transformResponse: [],
  validateStatus: null,
});

class PassThroughController {
  async chat(request) {
    const { data } = await http.post(`${modelUrl}/v1/chat/completions`, request.body, {
      headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
      timeout: 120_000,
    });
    return data;
  }
}
const { prototype } = PassThroughController;
const method = Object.getOwnPropertyDescriptor(prototype, 'chat');
for (const decorate of [
  Post('v1/chat/completions'),
  HttpCode(200),
  Header('content-type', 'application/json'),
]) {
  decorate(prototype, 'chat', method);
}
Req()(prototype, 'chat', 0);
Controller()(PassThroughController);

class PassThroughModule {}
Module({ controllers: [PassThroughController] })(PassThroughModule);

const app = await NestFactory.create(PassThroughModule, new FastifyAdapter(), {
  logger: false,
  bodyParser: false,
});
const fastify = app.getHttpAdapter().getInstance();
fastify.removeAllContentTypeParsers();
fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
await app.listen(0, '127.0.0.1');
process.send({ url: `http://127.0.0.1:${app.getHttpServer().address().port}` });
process.on('disconnect', () => process.exit(0));

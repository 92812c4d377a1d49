import 'reflect-metadata';
import { runApp } from '@gw/platform';
import { createGateway } from './gateway.app';

void runApp(createGateway);

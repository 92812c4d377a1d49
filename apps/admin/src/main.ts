import 'reflect-metadata';
import { runApp } from '@gw/platform';
import { createAdmin } from './admin.app';

void runApp(createAdmin);

import { Module } from '@nestjs/common';
import { Catalogue } from './catalogue';
import { CatalogueAdmin } from './catalogue-admin';

@Module({ providers: [Catalogue, CatalogueAdmin], exports: [Catalogue, CatalogueAdmin] })
export class CatalogueModule {}

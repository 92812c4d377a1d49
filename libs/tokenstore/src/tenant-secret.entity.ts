import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { SurrogateEntity } from './surrogate.entity';

/** The secret a tenant's keys are derived from, wrapped by the root key. Deleting it shreds every mapping. */
@Entity('tenant_secret')
export class TenantSecretEntity {
  @PrimaryColumn({ name: 'tenant_id', type: 'uuid' })
  tenantId!: string;

  @Column({ type: 'bytea' })
  wrapped!: Buffer;

  @Column({ name: 'root_key_id', type: 'text' })
  rootKeyId!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

/** A key that values are sealed with, wrapped by the root key. The newest version seals, every version opens. */
@Entity('tenant_data_key')
export class TenantDataKeyEntity {
  @PrimaryColumn({ name: 'tenant_id', type: 'uuid' })
  tenantId!: string;

  @PrimaryColumn({ type: 'int' })
  version!: number;

  @Column({ type: 'bytea' })
  wrapped!: Buffer;

  @Column({ name: 'root_key_id', type: 'text' })
  rootKeyId!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

export const tokenstoreEntities = [TenantSecretEntity, TenantDataKeyEntity, SurrogateEntity];

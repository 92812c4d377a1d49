import { Column, CreateDateColumn, Entity, PrimaryColumn, Unique } from 'typeorm';

/** One mapping of a tenant. Values are sealed, indexes are keyed hashes; a row is never changed. */
@Entity('surrogate')
@Unique(['tenantId', 'surrogateIndex'])
export class SurrogateEntity {
  @PrimaryColumn({ name: 'tenant_id', type: 'uuid' })
  tenantId!: string;

  @PrimaryColumn({ name: 'entity_type', type: 'text' })
  entityType!: string;

  @PrimaryColumn({ name: 'original_index', type: 'bytea' })
  originalIndex!: Buffer;

  @Column({ name: 'surrogate_index', type: 'bytea' })
  surrogateIndex!: Buffer;

  @Column({ name: 'key_version', type: 'int' })
  keyVersion!: number;

  @Column({ name: 'original_sealed', type: 'bytea' })
  originalSealed!: Buffer;

  @Column({ name: 'surrogate_sealed', type: 'bytea' })
  surrogateSealed!: Buffer;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}

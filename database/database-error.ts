/** A database that cannot be used, said in words a person can act on. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

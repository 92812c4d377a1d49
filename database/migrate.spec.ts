import { assertServerVersion } from './migrate';

describe('the version of the server', () => {
  it.each([140_000, 150_018, 180_004])('%i is served', (version) => {
    expect(() => assertServerVersion(version)).not.toThrow();
  });

  it('an older one is refused by name', () => {
    expect(() => assertServerVersion(130_022)).toThrow(
      'The database runs PostgreSQL 13; Privacy Gateway needs 14 or newer.',
    );
  });
});

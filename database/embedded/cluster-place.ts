import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from '../database-error';
import { canReach, chooseServerUser, closedFolder, type ServerUser } from './server-user';

/** Where clusters lie whose data directory the server's user cannot enter. */
const OUTSIDE = '/var/lib/privacy-gateway';

/** What the data directory remembers of its cluster, in a file only its owner reads. */
interface ClusterNote {
  /** Only when the cluster lies outside the data directory. */
  readonly cluster?: string;
  readonly passwords: { readonly postgres: string; readonly gw_owner: string; readonly gw_app: string };
}

export interface ClusterPlace {
  readonly cluster: string;
  /** Folder for what belongs to the cluster but must not lie in it. */
  readonly beside: string;
  readonly logFile: string;
  readonly user: ServerUser | undefined;
  readonly passwords: ClusterNote['passwords'];
}

/**
 * Decides where the cluster of a data directory lies and whom it runs as, and remembers it.
 * @param dataDir absolute
 */
export function placeCluster(dataDir: string, log: (line: string) => void): ClusterPlace {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dataDir);
  const noteFile = join(home, 'postgres.json');
  const note = readNote(noteFile);
  let cluster = note?.cluster ?? join(home, 'postgres');
  const user = chooseServerUser(cluster);
  assertOwned(cluster, user);
  // Its files are for their owner alone; the server's user only has to pass through.
  if (user && !canReach(user, [home])) chmodSync(home, statSync(home).mode | 0o011);
  const closed = note?.cluster ? undefined : closedFolder(user, home);
  if (closed) {
    const who = user ? `the user ${user.name}` : 'this user';
    if (existsSync(cluster)) {
      throw new DatabaseError(`The database in ${cluster} cannot be started: ${who} cannot enter ${closed}.`);
    }
    cluster = placeOutside(home, closed);
    log(`The database lies in ${cluster}, because ${who} cannot enter ${closed}.`);
  }
  const isOutside = cluster.startsWith(`${OUTSIDE}/`);
  const kept = closed || !note ? makeNote(noteFile, isOutside ? cluster : undefined, cluster) : note;
  return {
    cluster,
    beside: isOutside ? OUTSIDE : home,
    logFile: join(home, 'postgres.log'),
    user,
    passwords: kept.passwords,
  };
}

/** A place that no data directory uses, and that one whose data directory was deleted did not leave behind. */
function placeOutside(dataDir: string, closed: string): string {
  try {
    mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 });
    chmodSync(OUTSIDE, 0o755);
  } catch (cause) {
    throw new DatabaseError(
      `The database's user cannot enter ${closed}, and ${OUTSIDE} cannot be made. Set GW_DATA_DIR to another place.`,
      { cause },
    );
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  let place = join(OUTSIDE, name);
  for (let n = 2; existsSync(place); n++) place = join(OUTSIDE, `${name}-${n}`);
  return place;
}

function assertOwned(cluster: string, user: ServerUser | undefined): void {
  if (user || !existsSync(cluster)) return;
  if (statSync(cluster).uid !== process.getuid?.()) {
    throw new DatabaseError(
      `The database in ${cluster} belongs to another user. Start as that user, or set GW_DATA_DIR to another place.`,
    );
  }
}

function readNote(file: string): ClusterNote | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ClusterNote;
  } catch (cause) {
    throw new DatabaseError(
      `${file}, which holds the passwords of the database, cannot be read by this user.`,
      {
        cause,
      },
    );
  }
}

function makeNote(file: string, outside: string | undefined, cluster: string): ClusterNote {
  if (existsSync(cluster)) {
    throw new DatabaseError(`${cluster} holds a database, but its passwords in ${file} are gone.`);
  }
  const password = (): string => randomBytes(24).toString('base64url');
  const passwords = { postgres: password(), gw_owner: password(), gw_app: password() };
  const note: ClusterNote = outside ? { cluster: outside, passwords } : { passwords };
  writeFileSync(`${file}.new`, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return note;
}

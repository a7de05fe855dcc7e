import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { StoreError } from '../../faults/store-error.ts';

/** How to start PostgreSQL's programs: they refuse to run as root, and a cluster opens only for the user who created it. */
export interface RunAs {
	/** Words that precede the program: empty, or an `unshare` call. */
	prefix: readonly string[];
	/** Options for child_process; empty for the current user. */
	identity: { uid?: number; gid?: number };
	/** Required owner of the folders, outside of the user namespace. */
	owner: { uid: number; gid: number };
}

/** Chooses the user that runs the programs. `folder`: the cluster's folder. `requiredPaths`: other paths to which the chosen user must have access. */
export function chooseUser(folder: string, requiredPaths: readonly string[]): RunAs {
	const currentUser = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
	if (currentUser.uid !== 0) return hasName() ? { prefix: [], identity: {}, owner: currentUser } : runInUserNamespace(currentUser);
	const creator = statSync(join(folder, 'PG_VERSION'), { throwIfNoEntry: false });
	if (creator) return creator.uid === 0 ? runInUserNamespace(currentUser) : runAsUser({ uid: creator.uid, gid: creator.gid });
	return [folder, ...requiredPaths].every(isReachableByOthers) ? runAsUser(ensurePostgresUser()) : runInUserNamespace(currentUser);
}

function runAsUser(user: { uid: number; gid: number }): RunAs {
	return { prefix: [], identity: user, owner: user };
}

/**
 * Runs the server in a user namespace: outside, the user stays the same; inside, the server has an ordinary user. Needed for root with folders that
 * only root can access, and for a user id without a name (in a container), which initdb refuses.
 */
function runInUserNamespace(owner: { uid: number; gid: number }): RunAs {
	const namedUser = findNamedUser();
	return { prefix: ['unshare', '--user', `--map-user=${namedUser.uid}`, `--map-group=${namedUser.gid}`], identity: {}, owner };
}

function hasName(): boolean {
	try {
		return userInfo().username !== '';
	} catch {
		return false;
	}
}

/** Finds any named user except root. The choice doesn't matter, because the user is only visible inside the namespace. */
function findNamedUser(): { uid: number; gid: number } {
	const users = readFileSync('/etc/passwd', 'utf8')
		.split('\n')
		.map((line) => line.split(':'));
	const [, , uid, gid] = users.find(([name]) => name === 'nobody') ?? users.find((words) => Number(words[2]) > 0) ?? [];
	return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

function isReachableByOthers(path: string): boolean {
	for (let folder = dirname(path); ; folder = dirname(folder)) {
		const stats = statSync(folder, { throwIfNoEntry: false });
		if (stats && (stats.mode & 0o001) === 0) return false;
		if (folder === dirname(folder)) return true;
	}
}

function ensurePostgresUser(): { uid: number; gid: number } {
	try {
		return readPostgresUser();
	} catch {
		try {
			execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
				stdio: 'pipe',
				// The PATH of a service or container often lacks the folder of useradd.
				env: { ...process.env, PATH: `${process.env['PATH'] ?? '/usr/bin:/bin'}:/usr/sbin:/sbin` },
			});
			return readPostgresUser();
		} catch (cause) {
			throw new StoreError(
				'database_failed',
				'PostgreSQL can\'t run as root, and the user "postgres" couldn\'t be created: start as an ordinary user.',
				{ cause },
			);
		}
	}
}

function readPostgresUser(): { uid: number; gid: number } {
	return { uid: readId('-u'), gid: readId('-g') };
}

function readId(flag: string): number {
	return Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
}

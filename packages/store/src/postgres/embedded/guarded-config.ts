import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The configuration file that PostgreSQL reads by default. */
const DEFAULT_CONFIG = 'postgresql.conf';
/** The configuration file for the server of this program. */
const SERVER_CONFIG = 'server.conf';

/**
 * Protects a cluster from product versions before 0.2.0: they open any data and would write to tables that they don't know. They let PostgreSQL read
 * its default configuration and show why that failed. That file now includes a missing file whose name is the reason. To be called when nothing else
 * writes the folder's configuration.
 */
export async function guardConfig(folder: string, requiredVersion: string): Promise<void> {
	const [defaultPath, serverPath] = [join(folder, DEFAULT_CONFIG), join(folder, SERVER_CONFIG)];
	if ((await readFile(defaultPath, 'utf8')).startsWith(INCLUDE)) return;
	const { uid, gid, mode } = await stat(defaultPath);
	const write = async (path: string, fill: (draft: string) => Promise<void>): Promise<void> => {
		const draft = `${path}.draft`;
		await fill(draft);
		await chmod(draft, mode & 0o777);
		if (process.getuid?.() === 0) await chown(draft, uid, gid);
		await rename(draft, path);
	};
	await write(serverPath, (draft) => copyFile(defaultPath, draft));
	await write(defaultPath, (draft) =>
		writeFile(draft, `${INCLUDE}'These data need Signalwheel ${requiredVersion} or later'\n`, { flush: true }),
	);
}

const INCLUDE = 'include ';

/** Returns the arguments that make the server read the protected configuration, if there is one. */
export function configArguments(folder: string): string[] {
	const path = join(folder, SERVER_CONFIG);
	return existsSync(path) ? ['-c', `config_file=${path}`] : [];
}

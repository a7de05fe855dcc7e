/** Debian's nginx in front of a product, with a configuration shipped for operators. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NGINX = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';

export function hasNginx(): boolean {
	return existsSync(NGINX);
}

export interface Front {
	readonly url: string;
	close(): Promise<void>;
}

/**
 * A file of deploy/ that listens on `port` without certificates, in front of a product at `behind`. `changed`: what an operator changes in it.
 */
export function operatorsFile(
	name: string,
	{ port, behind, changed = (site) => site }: { port: number; behind: number; changed?: (site: string) => string },
): string {
	const site = readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')
		.replace(/^\tlisten (?!\[).*$/m, `\tlisten 127.0.0.1:${port};`)
		.replace(/^\t(?:listen \[|http2|ssl_).*\n/gm, '')
		.replace('signals.example.com', 'localhost')
		.replaceAll('127.0.0.1:8080', `127.0.0.1:${behind}`);
	return changed(site);
}

/** Starts nginx with a site that listens on `port`; resolves once it answers. Throws if nginx is missing or its configuration is wrong. */
export async function startNginx(port: number, site: (folder: string) => string): Promise<Front> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-front-'));
	const file = join(folder, 'nginx.conf');
	const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
	// As root, its worker runs as another user, who must be able to enter the folder.
	const user = process.getuid?.() === 0 ? 'user root;\n' : '';
	writeFileSync(
		file,
		`${user}daemon off;\nworker_processes 1;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'log')} warn;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${site(folder)}\n}\n`,
	);
	const tried = spawnSync(NGINX, ['-t', '-q', '-c', file], { encoding: 'utf8' });
	if (tried.error) throw new Error(`No nginx at ${NGINX}: install Debian's nginx-light, or name it in NGINX_PATH.`);
	if (tried.status !== 0) throw new Error(`nginx refuses the configuration:\n${tried.stderr}`);
	const child: ChildProcess = spawn(NGINX, ['-c', file], { stdio: 'inherit' });
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const url = `http://localhost:${port}`;
	while (child.exitCode === null) {
		const answer = await fetch(`${url}/`, { redirect: 'manual' }).catch(() => undefined);
		if (answer) break;
	}
	if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
	return {
		url,
		close: async () => {
			child.kill('SIGQUIT');
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

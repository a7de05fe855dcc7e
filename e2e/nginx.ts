/** Debian's nginx in front of a product, with a configuration shipped for operators. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NGINX = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';

export function hasNginx(): boolean {
	return existsSync(NGINX);
}

export interface NginxServer {
	readonly url: string;
	close(): Promise<void>;
}

/**
 * Returns a site file of deploy/ that listens on `port` without certificates, in front of a product on `productPort`. `edit` makes an operator's changes.
 */
export function readSiteFile(
	name: string,
	{ port, productPort, edit = (site) => site }: { port: number; productPort: number; edit?: (site: string) => string },
): string {
	const site = readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')
		.replace(/^\tlisten (?!\[).*$/m, `\tlisten 127.0.0.1:${port};`)
		.replace(/^\t(?:listen \[|http2|ssl_).*\n/gm, '')
		.replace('signals.example.com', 'localhost')
		.replaceAll('127.0.0.1:8080', `127.0.0.1:${productPort}`);
	return edit(site);
}

/** Starts nginx with a site that listens on `port`; resolves once it answers. Throws if nginx is missing or its configuration is wrong. */
export async function startNginx(port: number, createSite: (folder: string) => string): Promise<NginxServer> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-front-'));
	const file = join(folder, 'nginx.conf');
	const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
	// As root, its worker runs as another user, who must be able to enter the folder.
	const user = process.getuid?.() === 0 ? 'user root;\n' : '';
	writeFileSync(
		file,
		`${user}daemon off;\nworker_processes 1;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'log')} warn;\nevents {}\nhttp {\naccess_log off;\n${tempPaths.join('\n')}\n${createSite(folder)}\n}\n`,
	);
	const configTest = spawnSync(NGINX, ['-t', '-q', '-c', file], { encoding: 'utf8' });
	if (configTest.error) throw new Error(`No nginx at ${NGINX}: install Debian's nginx-light, or name it in NGINX_PATH.`);
	if (configTest.status !== 0) throw new Error(`nginx refuses the configuration:\n${configTest.stderr}`);
	const child: ChildProcess = spawn(NGINX, ['-c', file], { stdio: 'inherit' });
	const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const url = `http://localhost:${port}`;
	while (child.exitCode === null) {
		const response = await fetch(`${url}/`, { redirect: 'manual' }).catch(() => undefined);
		if (response) break;
	}
	if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
	return {
		url,
		close: async () => {
			child.kill('SIGQUIT');
			await exit;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Debian's nginx as a cache in front of a product, by the configuration that operators are given. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const GIVEN = join(import.meta.dirname, '../../deploy/nginx-cache.conf');
const NGINX = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';

/** What came back: the body unpacked, and what the cache says of it (`MISS`, `HIT`, `STALE` ...; empty where it keeps nothing). */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly cache: string;
	readonly body: Buffer;
}

const unpacked = (body: Buffer, encoding: unknown): Buffer =>
	encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body;

let number = 0;
/** Each call comes from another address of this machine, or the limits would answer. */
const nextAddress = (): string => {
	number++;
	return `127.1.${(number >> 8) & 255}.${number & 255 || 1}`;
};

/** One call at `url`, over a connection of its own. */
export const ask = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
	new Promise((resolve, reject) => {
		const call = request(url, { method, headers, agent: false, family: 4, localAddress: nextAddress() }, (response) => {
			const parts: Buffer[] = [];
			response.on('data', (part: Buffer) => parts.push(part));
			response.on('error', reject);
			response.on('end', () => {
				const raw = Buffer.concat(parts);
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					cache: String(response.headers['x-cache'] ?? ''),
					body: raw.length === 0 ? raw : unpacked(raw, response.headers['content-encoding']),
				});
			});
		});
		call.on('error', reject);
		call.end();
	});

/** The operators' file with another port instead of certificates, and folders of its own. */
const configuration = (folder: string, port: number, behind: number): string => {
	const site = readFileSync(GIVEN, 'utf8')
		.replace(/^\tlisten (?!\[).*$/m, `\tlisten 127.0.0.1:${port};`)
		.replace(/^\t(?:listen \[|http2|ssl_).*\n/gm, '')
		.replace('signals.example.com', 'localhost')
		.replaceAll('127.0.0.1:8080', `127.0.0.1:${behind}`)
		.replace('/var/cache/nginx/signalwheel', join(folder, 'kept'));
	const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
	return `daemon off;\nworker_processes 1;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'log')} warn;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${site}\n}\n`;
};

export interface Front {
	readonly url: string;
	close(): Promise<void>;
}

/** Starts nginx at `port` before a product at `behind`; resolves when it answers. Throws where there is none, or its configuration is wrong. */
export const startFront = async (port: number, behind: number): Promise<Front> => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-front-'));
	mkdirSync(join(folder, 'kept'));
	const file = join(folder, 'nginx.conf');
	// As root its worker is another user, who must get into the folder.
	writeFileSync(file, `${process.getuid?.() === 0 ? 'user root;\n' : ''}${configuration(folder, port, behind)}`);
	const tried = spawnSync(NGINX, ['-t', '-q', '-c', file], { encoding: 'utf8' });
	if (tried.error) throw new Error(`No nginx at ${NGINX}: install Debian's nginx-light, or name it in NGINX_PATH.`);
	if (tried.status !== 0) throw new Error(`nginx refuses deploy/nginx-cache.conf:\n${tried.stderr}`);
	const child: ChildProcess = spawn(NGINX, ['-c', file], { stdio: 'inherit' });
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const url = `http://localhost:${port}`;
	while (child.exitCode === null) {
		const answer = await ask(`${url}/api/health`).catch(() => undefined);
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
};

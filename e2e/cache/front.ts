/** Debian's nginx as a cache in front of a product, with the configuration shipped for operators. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const GIVEN = join(import.meta.dirname, '../../deploy/nginx-cache.conf');
const NGINX = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';

/** The response: the unpacked body, and the cache status (`MISS`, `HIT`, `STALE` ...; empty if not cached). */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly cache: string;
	readonly body: Buffer;
}

let number = 0;

/** One call to `url`, over its own connection. */
export function fetchAnswer(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
	return new Promise((resolve, reject) => {
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
}

/** Each call comes from a different address of this machine; otherwise the rate limits would answer. */
function nextAddress(): string {
	number++;
	return `127.1.${(number >> 8) & 255}.${number & 255 || 1}`;
}

function unpacked(body: Buffer, encoding: unknown): Buffer {
	return encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body;
}

export interface Front {
	readonly url: string;
	close(): Promise<void>;
}

/** Starts nginx on `port` in front of a product at `behind`; resolves once it answers. Throws if nginx is missing or its configuration is wrong. */
export async function startFront(port: number, behind: number): Promise<Front> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-front-'));
	mkdirSync(join(folder, 'kept'));
	const file = join(folder, 'nginx.conf');
	// As root, its worker runs as another user, who must be able to enter the folder.
	writeFileSync(file, `${process.getuid?.() === 0 ? 'user root;\n' : ''}${configuration(folder, port, behind)}`);
	const tried = spawnSync(NGINX, ['-t', '-q', '-c', file], { encoding: 'utf8' });
	if (tried.error) throw new Error(`No nginx at ${NGINX}: install Debian's nginx-light, or name it in NGINX_PATH.`);
	if (tried.status !== 0) throw new Error(`nginx refuses deploy/nginx-cache.conf:\n${tried.stderr}`);
	const child: ChildProcess = spawn(NGINX, ['-c', file], { stdio: 'inherit' });
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const url = `http://localhost:${port}`;
	while (child.exitCode === null) {
		const answer = await fetchAnswer(`${url}/api/health`).catch(() => undefined);
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

/** The operators' file with a different port instead of certificates, and its own folders. */
function configuration(folder: string, port: number, behind: number): string {
	const site = readFileSync(GIVEN, 'utf8')
		.replace(/^\tlisten (?!\[).*$/m, `\tlisten 127.0.0.1:${port};`)
		.replace(/^\t(?:listen \[|http2|ssl_).*\n/gm, '')
		.replace('signals.example.com', 'localhost')
		.replaceAll('127.0.0.1:8080', `127.0.0.1:${behind}`)
		.replace('/var/cache/nginx/signalwheel', join(folder, 'kept'));
	const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
	return `daemon off;\nworker_processes 1;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'log')} warn;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${site}\n}\n`;
}

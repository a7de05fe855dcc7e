/** Debian's nginx as a cache in front of a product, with the configuration shipped for operators. */
import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Front, operatorsFile, startNginx } from '../nginx.ts';

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

/** nginx as a cache on `port`, in front of a product at `behind`. */
export function startFront(port: number, behind: number): Promise<Front> {
	return startNginx(port, (folder) => {
		mkdirSync(join(folder, 'kept'));
		const changed = (site: string): string => site.replace('/var/cache/nginx/signalwheel', join(folder, 'kept'));
		return operatorsFile('nginx-cache.conf', { port, behind, changed });
	});
}

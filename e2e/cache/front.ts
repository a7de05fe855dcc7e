/** Debian's nginx as a cache in front of a product, with the configuration shipped for operators. */
import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type NginxServer, readSiteFile, startNginx } from '../nginx.ts';

/** The response: the decompressed body, and the cache status (`MISS`, `HIT`, `STALE` ...; empty if not cached). */
export interface CacheResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly cacheStatus: string;
	readonly body: Buffer;
}

let callCount = 0;

/** Calls `url` over a new connection. */
export function fetchResponse(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<CacheResponse> {
	return new Promise((resolve, reject) => {
		const call = request(url, { method, headers, agent: false, family: 4, localAddress: nextIp() }, (response) => {
			const parts: Buffer[] = [];
			response.on('data', (part: Buffer) => parts.push(part));
			response.on('error', reject);
			response.on('end', () => {
				const rawBody = Buffer.concat(parts);
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					cacheStatus: String(response.headers['x-cache'] ?? ''),
					body: rawBody.length === 0 ? rawBody : decompress(rawBody, response.headers['content-encoding']),
				});
			});
		});
		call.on('error', reject);
		call.end();
	});
}

/** Each call comes from a different loopback IP; otherwise the rate limit would refuse it. */
function nextIp(): string {
	callCount++;
	return `127.1.${(callCount >> 8) & 255}.${callCount & 255 || 1}`;
}

function decompress(body: Buffer, encoding: unknown): Buffer {
	return encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body;
}

/** Starts nginx as a cache on `port`, in front of a product on `productPort`. */
export function startCache(port: number, productPort: number): Promise<NginxServer> {
	return startNginx(port, (folder) => {
		mkdirSync(join(folder, 'kept'));
		const edit = (site: string): string => site.replace('/var/cache/nginx/signalwheel', join(folder, 'kept'));
		return readSiteFile('nginx-cache.conf', { port, productPort, edit });
	});
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClickHouseFront } from './clickhouse-front.ts';

/** Starts the HTTP front of an embedded engine in another process. `config`: XML for the engine. */
export async function startEngineProcess(config?: string): Promise<ClickHouseFront> {
	const child = spawn(process.execPath, [join(import.meta.dirname, 'engine-process.ts'), ...(config ? [config] : [])], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	const [output] = (await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('the engine ended')))])) as [
		Buffer,
	];
	const close = async (): Promise<void> => {
		child.stdin.end();
		await ended;
	};
	return { url: output.toString().trim(), close };
}

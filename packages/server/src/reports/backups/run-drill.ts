import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A process holds one series store, so the restored one needs a process of its own. */
const PROGRAM = join(import.meta.dirname, `../../commands/drill${extname(import.meta.filename)}`);

/** Restores a backup into `scratch` and verifies it there; throws with what the drill said last. */
export async function runDrill(backup: string, scratch: string, log: (line: string) => void, signal: AbortSignal): Promise<void> {
	const child = spawn(process.execPath, [PROGRAM, backup, scratch], { stdio: ['ignore', 'pipe', 'pipe'], signal });
	let last = '';
	for (const stream of [child.stdout, child.stderr])
		createInterface({ input: stream }).on('line', (line) => {
			last = line;
			log(line);
		});
	let fault: Error | undefined;
	child.once('error', (error) => {
		fault = error;
	});
	const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
	// One that was killed removed nothing, and its database takes a moment to end.
	await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
	if (fault) throw fault;
	if (exit !== 0) throw new Error(`The restore drill of ${backup} failed: ${last || `exit code ${exit}`}`);
}

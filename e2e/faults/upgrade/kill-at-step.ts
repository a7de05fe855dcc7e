/**
 * Loaded before a program: kills it at the nth of its steps, which are changes of the file system and messages to a database. Without FAULT_STEP it counts
 * them, and at exit writes the number to the file FAULT_COUNT.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const killStep = Number(process.env['FAULT_STEP'] ?? 0);
const countFile = process.env['FAULT_COUNT'];
let count = 0;

type Call = (this: unknown, ...values: unknown[]) => unknown;

function countCalls(owner: object, names: readonly string[]): void {
	const calls = owner as Record<string, Call>;
	for (const name of names) {
		const call = calls[name] as Call;
		calls[name] = function (...values) {
			countStep();
			return call.apply(this, values);
		};
	}
}

function countStep(): void {
	count += 1;
	if (count === killStep) process.kill(process.pid, 'SIGKILL');
}

countCalls(fs.promises, ['rename', 'link', 'symlink', 'copyFile', 'mkdir', 'rm', 'writeFile', 'open']);
countCalls(net.Socket.prototype, ['write']);
syncBuiltinESMExports();
if (countFile) process.on('exit', () => fs.writeFileSync(countFile, String(count)));

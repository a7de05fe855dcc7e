/** Runs the compiler and the linter as checks. Their problems are the lines of their output. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');

export function checkTypes(root: string): Promise<string[]> {
	return runTool(root, 'typescript/bin/tsc', ['-b']);
}

/** Runs a program of node_modules in `root`: no lines when it succeeds, otherwise its output. */
function runTool(root: string, file: string, args: readonly string[]): Promise<string[]> {
	return new Promise((resolve) => {
		execFile(process.execPath, [join(MODULES, file), ...args], { cwd: root, maxBuffer: 64 << 20 }, (error, out, err) => {
			resolve(error === null ? [] : `${out}${err}`.trim().split('\n'));
		});
	});
}

export function checkFormat(root: string): Promise<string[]> {
	return runTool(root, '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);
}

/** The compiler and the linter as checks: the problems are the lines of their output. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');

/** Runs a program of node_modules in `root`: no lines when it succeeds, otherwise its output. */
const runTool = (root: string, file: string, args: readonly string[]): Promise<string[]> =>
	new Promise((done) => {
		execFile(process.execPath, [join(MODULES, file), ...args], { cwd: root, maxBuffer: 64 << 20 }, (error, out, err) => {
			done(error === null ? [] : `${out}${err}`.trim().split('\n'));
		});
	});

/** Types of every TypeScript project. */
export const checkTypes = (root: string): Promise<string[]> => runTool(root, 'typescript/bin/tsc', ['-b']);

/** Format and lint. */
export const checkFormat = (root: string): Promise<string[]> =>
	runTool(root, '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);

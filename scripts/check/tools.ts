/** The compiler and the linter as gates: what they say is what is wrong. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');

/** Runs a program of node_modules in `root`: no lines when it ends well, else those that it said. */
const said = (root: string, file: string, args: readonly string[]): Promise<string[]> =>
	new Promise((done) => {
		execFile(process.execPath, [join(MODULES, file), ...args], { cwd: root, maxBuffer: 64 << 20 }, (error, out, err) => {
			done(error === null ? [] : `${out}${err}`.trim().split('\n'));
		});
	});

/** Types of every project of the house. */
export const brokenTypes = (root: string): Promise<string[]> => said(root, 'typescript/bin/tsc', ['-b']);

/** Format and lint. */
export const brokenForm = (root: string): Promise<string[]> =>
	said(root, '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);

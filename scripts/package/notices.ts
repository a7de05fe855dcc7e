/** Packages included in the built pages, with their licences, which require attribution on redistribution. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function notices(root: string): string {
	return [
		'# Notices',
		'',
		'Signalwheel is licensed under Apache-2.0 (LICENSE). The pages in packages/web/dist/client contain third-party software under the following licences. Packages that npm installs alongside this one include their own licences.',
		...bundled(root).flatMap((name) => {
			const folder = join(root, 'node_modules', name);
			const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license: string };
			return ['', `## ${name} ${version} (${license})`, '', '```', licenceOf(folder), '```'];
		}),
		'',
	].join('\n');
}

function licenceOf(folder: string): string {
	const [file] = globSync('{LICENSE,LICENCE,License,license}*', { cwd: folder }).sort();
	return file
		? readFileSync(join(folder, file), 'utf8').trim()
		: 'The package contains no licence text; its licence is the one named above.';
}

/** Names of the packages with modules in the browser's files. */
function bundled(root: string): string[] {
	const modules = readFileSync(join(root, 'packages/web/dist/chunks.json'), 'utf8').matchAll(/node_modules\/((?:@[^/"]+\/)?[^/"]+)/g);
	return [...new Set([...modules].map(([, name = '']) => name))].sort();
}

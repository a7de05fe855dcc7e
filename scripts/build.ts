/** Builds the web application when its sources changed since the last build. `--force` builds anyway. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'packages/web/dist/.built');
/** Written by the build from the route files; types depend on it. */
const routeTree = join(root, 'packages/web/src/routeTree.gen.ts');

function hashSources(): string {
	const files = globSync(
		[
			'packages/{web,contract,domain}/{src,public}/**/*',
			'packages/web/{,plugins/**/}*.{ts,json,mjs}',
			'packages/web/languages/**/*.json',
			'scripts/languages/*.ts',
			'package.json',
			'package-lock.json',
		],
		{
			cwd: root,
			withFileTypes: true,
		},
	)
		.filter((f) => f.isFile() && !f.name.includes('.test.') && !f.name.endsWith('.gen.ts'))
		.map((f) => join(f.parentPath, f.name))
		.sort();
	const hash = createHash('sha256');
	for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
	return hash.digest('hex');
}

const currentHash = hashSources();
const isFresh = existsSync(routeTree) && existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash;
if (process.argv.includes('--force') || !isFresh) {
	console.log('Building the web application ...');
	const vite = join(root, 'node_modules/vite/bin/vite.js');
	const build = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
		cwd: join(root, 'packages/web'),
		env: { ...process.env, NODE_ENV: 'production' },
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	if (build.status !== 0) {
		console.error('Building the web application failed; see the lines above.');
		process.exit(build.status ?? 1);
	}
	writeFileSync(stamp, currentHash);
}

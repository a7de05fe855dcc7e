/**
 * `npm run package [-- --try]`: builds the npm package, signalwheel-<version>.tgz, in the root. `--try` installs it into an empty folder and tests it
 * there.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stagePackage } from './package/stage.ts';
import { tryPackage } from './package/try.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/package');

const unknownArguments = process.argv.slice(2).filter((word) => word !== '--try');
if (unknownArguments.length > 0) {
	console.error(`Unknown: ${unknownArguments.join(' ')}. npm run package [-- --try]`);
	process.exit(2);
}
const { version, fileCount } = stagePackage(root, folder);
// npm sorts files and gives all of them the same date, so the same sources give the same bytes.
const npm = process.env['npm_execpath'];
const flags = ['pack', folder, '--ignore-scripts', '--pack-destination', root, '--silent'];
const packResult = npm ? spawnSync(process.execPath, [npm, ...flags], { cwd: root }) : spawnSync('npm', flags, { cwd: root });
if (packResult.status !== 0) {
	console.error(`npm pack failed: ${packResult.stderr}`);
	process.exit(1);
}
const file = join(root, `signalwheel-${version}.tgz`);
const bytes = readFileSync(file);
console.log(
	`${file}: ${fileCount} files, ${(bytes.length / 1e6).toFixed(1)} MB, sha256 ${createHash('sha256').update(bytes).digest('hex')}`,
);
if (process.argv.includes('--try')) process.exitCode = await tryPackage(file);

/**
 * `npm run clients`: checks the OpenAPI document of a running product with external tools. Redocly and Spectral lint it with their recommended
 * rules, an openapi-typescript client is compiled and run, and one for Python by OpenAPI Generator if Java and Python are available; both ask the
 * five questions of docs/api.md. The tools come from npm into their own folder, at exact versions.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '../fixtures.ts';
import { addKey } from '../personal-key.ts';
import { toOpenApi30 } from './openapi-30.ts';

const TOOLS = [
	'@redocly/cli@2.77.0',
	'@stoplight/spectral-cli@6.16.3',
	'openapi-typescript@7.13.0',
	'openapi-fetch@0.17.0',
	// The last version that includes its generator instead of downloading it.
	'@openapitools/openapi-generator-cli@1.0.18-4.3.1',
];
const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'node_modules/.cache/clients');
const GENERATOR = 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar';
const PYTHON_IMPORTS = 'import urllib3, dateutil, certifi, six';
/** Files of this folder, and their names in `FOLDER`. */
const COPIES: readonly (readonly [string, string])[] = [
	['redocly.yaml', 'redocly.yaml'],
	['redocly-ignore.yaml', '.redocly.lint-ignore.yaml'],
	['five-questions.ts.txt', 'five-questions.ts'],
	['five-questions.py', 'five-questions.py'],
];

const failures: string[] = [];
const env: NodeJS.ProcessEnv = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs a tool while the product of this process keeps answering. Prints the output on failure, or if `showsOutput`. */
function run(label: string, command: string, args: readonly string[], showsOutput = false): Promise<boolean> {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: FOLDER, env });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
		child.on('error', (error) => (output += error.message));
		child.on('close', (code) => {
			const isOk = code === 0;
			if (!isOk) failures.push(label);
			console.log(`${isOk ? 'ok  ' : 'FAIL'} ${label}`);
			if (showsOutput || !isOk) console.log(output.trimEnd().replace(/^/gm, '       '));
			resolve(isOk);
		});
	});
}

function isInstalled(command: string, ...args: string[]): boolean {
	return spawnSync(command, args).status === 0;
}

mkdirSync(FOLDER, { recursive: true });
for (const [source, target] of COPIES) copyFileSync(join(import.meta.dirname, source), join(FOLDER, target));
writeFileSync(join(FOLDER, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
if (!existsSync(join(FOLDER, 'package.json'))) writeFileSync(join(FOLDER, 'package.json'), '{ "private": true, "type": "module" }\n');

function toolPath(file: string): string {
	return join(FOLDER, 'node_modules/.bin', file);
}

await run(`npm: ${TOOLS.join(' ')}`, 'npm', ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', ...TOOLS]);

const running = await startProduct();
Object.assign(env, {
	SIGNALWHEEL: running.url,
	KEY: await addKey(running.product.stores.records.pool, 'pro@demo.test', 'A program', ['lists:read']),
});
const document = (await (await fetch(new URL('/api/openapi.json', running.url))).json()) as object;
writeFileSync(join(FOLDER, 'openapi.json'), JSON.stringify(document));
writeFileSync(join(FOLDER, 'openapi-3.0.json'), JSON.stringify(toOpenApi30(document)));

await run('Redocly, recommended rules', toolPath('redocly'), ['lint', 'openapi.json', '--max-problems', '20'], true);
await run('Spectral, recommended rules', toolPath('spectral'), ['lint', '--fail-severity', 'hint', 'openapi.json'], true);

const compilerOptions = ['--ignoreConfig', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', 'node'];
const typeRoots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
if (
	(await run('openapi-typescript makes a client', toolPath('openapi-typescript'), ['openapi.json', '-o', 'api.d.ts'])) &&
	(await run('the client compiles', join(ROOT, 'node_modules/.bin/tsc'), [...compilerOptions, ...typeRoots, 'five-questions.ts']))
)
	await run('the client asks five questions', process.execPath, ['five-questions.js'], true);

if (!isInstalled('java', '-version')) console.log('none Java is not installed: no client for Python');
else if (
	await run('OpenAPI Generator makes a client for Python', 'java', [
		...['-jar', GENERATOR, 'generate', '-g', 'python', '-i', 'openapi-3.0.json', '-o', 'python', '--package-name', 'signalwheel'],
	])
) {
	env['PYTHONPATH'] = join(FOLDER, 'python');
	if (isInstalled('python3', '-c', PYTHON_IMPORTS))
		await run('the Python client asks five questions', 'python3', ['five-questions.py'], true);
	else console.log('none python3 with urllib3, python-dateutil, certifi and six is not installed: the client for Python was not run');
}
await running.close();
console.log(failures.length === 0 ? 'All passed.' : `${failures.length} failed: ${failures.join('; ')}`);
process.exit(failures.length > 0 ? 1 : 0);

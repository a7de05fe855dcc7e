/** Writes the files under docs/generated from the code, and pictures from their tables. `npm run check` fails when one is stale. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SETTINGS } from '../packages/server/src/config/environment.ts';
import { drawCalibrationPictures } from './pictures/calibration.ts';
import { drawSignalPictures } from './pictures/signals.ts';

const root = join(import.meta.dirname, '..');

/** Text of each generated file, by its path from the root. */
async function generateFiles(): Promise<Record<string, string>> {
	return {
		'docs/generated/environment.md': formatEnvironment(),
		...drawSignalPictures(),
		...drawCalibrationPictures(readFileSync(join(root, 'docs/generated/calibration.md'), 'utf8')),
	};
}

function formatEnvironment(): string {
	return [
		'# Environment',
		'',
		'Generated from packages/server/src/config/environment.ts by `npm run generate`. Variables are read once at start; an invalid value stops the start with',
		'an error that names the variable.',
		'',
		'| Variable | Default | Meaning |',
		'|---|---|---|',
		...SETTINGS.map((s) => `| \`${s.name}\` | ${s.fallback ? `\`${s.fallback}\`` : ''} | ${s.about} |`),
		'',
	].join('\n');
}

/** A line for each generated file that differs from what the code generates now. */
export async function findStaleFiles(base: string): Promise<string[]> {
	const stale: string[] = [];
	for (const [file, text] of Object.entries(await generateFiles())) {
		let current = '';
		try {
			current = readFileSync(join(base, file), 'utf8');
		} catch {}
		if (current !== text) stale.push(`${file} is stale: run npm run generate`);
	}
	return stale;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	for (const [file, text] of Object.entries(await generateFiles())) {
		mkdirSync(dirname(join(root, file)), { recursive: true });
		writeFileSync(join(root, file), text);
		console.log(`wrote ${file}`);
	}
}

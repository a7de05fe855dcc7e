/** `npm run check`: the gate. Types, format and lint, the walls of the house, file rules, coverage of the specification, generated files. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, SOURCE_LANGUAGE } from '../packages/domain/src/outreach/languages.ts';
import * as schema from '../packages/store/src/postgres/schema/index.ts';
import { brokenCircles } from './check/circles.ts';
import { brokenCoverage } from './check/coverage.ts';
import { brokenFiles } from './check/files.ts';
import { brokenFloors } from './check/floors.ts';
import { idleTests } from './check/idle-tests.ts';
import { readImports } from './check/import-graph.ts';
import { KNOWN_BREACHES, withoutKnown } from './check/known-breaches.ts';
import { brokenLanguages } from './check/languages.ts';
import { brokenLinks } from './check/links.ts';
import { brokenNames } from './check/names.ts';
import { brokenRooms } from './check/rooms.ts';
import { brokenSchema } from './check/schema.ts';
import { houseWords, idleWords, misspelt } from './check/spelling.ts';
import { brokenTexts } from './check/texts.ts';
import { brokenForm, brokenTypes } from './check/tools.ts';
import { unusedThings } from './check/unused.ts';
import { brokenWalls } from './check/walls.ts';
import { brokenWeights } from './check/weight.ts';
import { staleFiles } from './generate.ts';
import { TRANSLATED_BUDGETS } from './weight/budget.ts';
import { builtPages } from './weight/built-pages.ts';

const root = join(import.meta.dirname, '..');
const sources = globSync(['{packages,e2e,bench,scripts}/**/*.{ts,tsx}', 'vitest.config.ts'], {
	cwd: root,
	exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
}).filter((file) => !file.endsWith('.gen.ts') && !file.endsWith('.d.ts'));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
	.trim()
	.split('\n')
	.filter((file) => existsSync(join(root, file)));

let failed = 0;
const step = (name: string, problems: readonly string[]): void => {
	console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
	for (const problem of problems.slice(0, 50)) console.log(`     ${problem}`);
	failed += problems.length;
};

// Longest of all, and beside the others.
const spelling = misspelt(root, tracked);
step('types (tsc -b)', await brokenTypes(root));
step('format and lint (biome)', await brokenForm(root));
const imports = readImports(root, sources);
step('floors: a room imports only the rooms above it', withoutKnown(brokenFloors(imports), KNOWN_BREACHES.floors));
step('walls: who may know whom', withoutKnown(brokenWalls(imports), KNOWN_BREACHES.walls));
step('circles: none of files, folders or rooms', withoutKnown(brokenCircles(imports), KNOWN_BREACHES.circles));
step('nothing unused: exports, types, files, dependencies', withoutKnown(await unusedThings(root, imports), KNOWN_BREACHES.unused));
step('migrations make the schema', await brokenSchema(schema, join(root, 'packages/store/src/postgres/migrations')));
step('links and paths in the pages', brokenLinks(root, tracked));
step('the plan in docs/architecture.md is the house', brokenRooms(root));
step('files: names, length', brokenFiles(root, sources));
step('one name for one thing', [...brokenNames(root, sources), ...brokenTexts(root, tracked)]);
step('spelling, and the dictionary of the house', [...(await spelling), ...idleWords(root, tracked, houseWords())]);
step('languages: every text of the pages', brokenLanguages(root, imports));
step('no test is left out in silence', idleTests(root, sources));
step('coverage of the specification', brokenCoverage(root));
const built = join(root, 'packages/web/dist');
step('weight of the built pages', brokenWeights(await builtPages(built)));
for (const { code } of LANGUAGES.filter((one) => one.code !== SOURCE_LANGUAGE))
	step(
		`weight of the built pages, ${code}`,
		brokenWeights(await builtPages(join(built, code), { client: join(built, 'client') }), TRANSLATED_BUDGETS),
	);
step('generated files are fresh', await staleFiles(root));
console.log(failed === 0 ? 'check passed' : `check failed: ${failed} problems`);
process.exit(failed === 0 ? 0 : 1);

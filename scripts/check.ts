/** `npm run check`: types, format and lint, architecture, file rules, texts, coverage of the specification, page sizes and generated files. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, SOURCE_LANGUAGE } from '../packages/domain/src/outreach/languages.ts';
import * as schema from '../packages/store/src/postgres/schema/index.ts';
import { checkBoundaries } from './check/boundaries.ts';
import { checkCoverage } from './check/coverage.ts';
import { checkCycles } from './check/cycles.ts';
import { checkDocsSize } from './check/docs-size.ts';
import { checkFiles } from './check/files.ts';
import { readImports } from './check/import-graph.ts';
import { checkLanguages } from './check/languages.ts';
import { checkLayers } from './check/layers.ts';
import { checkLinks } from './check/links.ts';
import { checkModuleTree } from './check/module-tree.ts';
import { checkNames } from './check/names.ts';
import { checkPhrases } from './check/phrases.ts';
import { checkSchema } from './check/schema.ts';
import { checkSkippedTests } from './check/skipped-tests.ts';
import { checkSpelling, projectWords, unusedWords } from './check/spelling.ts';
import { checkStyles } from './check/styles.ts';
import { checkTexts } from './check/texts.ts';
import { checkFormat, checkTypes } from './check/tools.ts';
import { checkUnused } from './check/unused.ts';
import { checkWeights } from './check/weight.ts';
import { findStaleFiles } from './generate.ts';
import { TRANSLATED_BUDGETS } from './weight/budget.ts';
import { readBuiltPages } from './weight/built-pages.ts';

const root = join(import.meta.dirname, '..');
const sources = globSync(['{packages,e2e,bench,scripts}/**/*.{ts,tsx}', 'vitest.config.ts'], {
	cwd: root,
	exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
}).filter((file) => !file.endsWith('.gen.ts') && !file.endsWith('.d.ts'));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
	.trim()
	.split('\n')
	.filter((file) => existsSync(join(root, file)));

let problemCount = 0;

function reportStep(name: string, problems: readonly string[]): void {
	console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
	for (const problem of problems.slice(0, 50)) console.log(`     ${problem}`);
	problemCount += problems.length;
}

// The slowest check runs in parallel with the others.
const spelling = checkSpelling(root, tracked);
reportStep('types (tsc -b)', await checkTypes(root));
reportStep('format and lint (biome)', await checkFormat(root));
const imports = readImports(root, sources);
reportStep('layers: modules import lower layers only', checkLayers(imports));
reportStep('boundaries of packages and modules', checkBoundaries(imports));
reportStep('no import cycles of files, folders or modules', checkCycles(imports));
reportStep('nothing unused: exports, types, files, dependencies', await checkUnused(root, imports));
reportStep('migrations match the schema', await checkSchema(schema, join(root, 'packages/store/src/postgres/migrations')));
reportStep('links and paths in docs', checkLinks(root, tracked));
reportStep('the module tree in docs/architecture.md matches the folders', checkModuleTree(root));
reportStep('files: names, length', checkFiles(root, sources));
reportStep('one name for one thing', [...checkNames(root, sources), ...checkTexts(root, tracked)]);
reportStep('plain English', checkPhrases(root, tracked));
reportStep('size of the docs', checkDocsSize(root, tracked));
reportStep('spelling', [...(await spelling), ...unusedWords(root, tracked, projectWords())]);
reportStep('translations of every page text', checkLanguages(root, imports));
reportStep('no test is skipped without a reason', checkSkippedTests(root, sources));
reportStep('classes of CSS modules', checkStyles(root, sources));
reportStep('coverage of the specification', checkCoverage(root));
const distFolder = join(root, 'packages/web/dist');
reportStep('size of the built pages', checkWeights(await readBuiltPages(distFolder)));
for (const { code } of LANGUAGES.filter((one) => one.code !== SOURCE_LANGUAGE))
	reportStep(
		`size of the built pages, ${code}`,
		checkWeights(await readBuiltPages(join(distFolder, code), { client: join(distFolder, 'client') }), TRANSLATED_BUDGETS),
	);
reportStep('generated files are fresh', await findStaleFiles(root));
console.log(problemCount === 0 ? 'check passed' : `check failed: ${problemCount} problems`);
process.exit(problemCount === 0 ? 0 : 1);

/**
 * `npm run mutants -- [module] [size] [seed] [--again]`: changes the code at seeded places, one at a time, and lists the changes that no test of its
 * package notices. Only the nearest of the slow tests are run. `--again` repeats the survivors of the last run with three times as many slow tests.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { CHROMIUM, CHROMIUM_PACKAGES } from '../e2e/chromium.ts';
import { createMutants, drawSample, type Mutant } from './mutants/changes.ts';
import { createReasonLookup, keyOf, readEquivalents } from './mutants/equivalents.ts';
import { createJudge } from './mutants/judge.ts';
import { createTestFinder, SLOW_TEST_LIMITS } from './mutants/own-tests.ts';

/** Milliseconds from which a test file counts as slow. */
const SLOW_MS = 1000;

const root = join(import.meta.dirname, '..');
const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { again: { type: 'boolean' } } });
const [module = 'domain', size = '200', seed = String(Date.now() % 100_000)] = positionals;
const [packageName = '', ...subFolders] = module.split('/').filter((part) => part !== '');
const folder = ['packages', packageName, 'src', ...subFolders].join('/');
/** Keys of the mutants that survived the last run. */
const survivorsFile = join(root, '.test/mutants', `${[packageName, ...subFolders].join('-')}.json`);
const files = globSync([`${folder}/**/*.{ts,tsx}`, `${folder}.{ts,tsx}`], { cwd: root })
	.map((file) => file.split(sep).join('/'))
	.filter((file) => !/\.(test|gen|d)\.tsx?$|\/testing\//.test(file))
	.sort();
if (files.length === 0 || !(Number(size) > 0) || !Number.isInteger(Number(seed))) {
	console.error('usage: npm run mutants -- [domain | server/areas/filters | web/entities/list-state ...] [size] [seed] [--again]');
	process.exit(2);
}

const allMutants = files.flatMap((file) => createMutants(file, readFileSync(join(root, file), 'utf8')));
const survivorKeys = new Set<string>(flags.again && existsSync(survivorsFile) ? JSON.parse(readFileSync(survivorsFile, 'utf8')) : []);
if (flags.again && survivorKeys.size === 0) {
	console.error(`No mutant of ${folder} survived last time: draw a sample without --again`);
	process.exit(2);
}
const sample = flags.again
	? allMutants.filter((mutant) => survivorKeys.has(keyOf(mutant)))
	: drawSample(allMutants, folder, Number(size), Number(seed));
const testsOf = createTestFinder(
	root,
	`packages/${packageName}`,
	flags.again ? { store: 3 * SLOW_TEST_LIMITS.store, page: 3 * SLOW_TEST_LIMITS.page } : SLOW_TEST_LIMITS,
);
const reasonOf = createReasonLookup(readEquivalents());

function describeMutant({ file, line, before, after }: Mutant): string {
	return `${file}:${line}\n    ${before}\n    -> ${after}`;
}

console.log(`${folder}: ${sample.length} of ${allMutants.length} mutants, ${flags.again ? 'those that survived' : `seed ${seed}`}`);
const startedAt = performance.now();

function formatSeconds(ms: number): string {
	return `${Math.round(ms / 1000)} s`;
}

const testFiles = [...new Set(sample.flatMap(({ file }) => testsOf(file)))];
const pageTests = testFiles.filter((file) => file.endsWith('.test.tsx'));
if (pageTests.length > 0 && !existsSync(CHROMIUM)) {
	console.error(`${pageTests.length} of the tests render pages and need Chromium at ${CHROMIUM}: apt-get install ${CHROMIUM_PACKAGES}`);
	process.exit(2);
}
const judge = createJudge(root);
const { killedBy: failingTest, durations } = await judge.try({ change: null, tests: testFiles });
if (failingTest) {
	judge.close();
	console.error(`The tests fail without any mutation: ${failingTest}`);
	process.exit(1);
}
const testDurations = new Map(durations);

/** A sort key, 0 or 1: slow tests run last, because the nearest fast ones find most mutants. */
function isSlow(test: string): number {
	return Number((testDurations.get(test) ?? 0) > SLOW_MS);
}

console.log(`${testFiles.length} test files pass unchanged in ${formatSeconds(performance.now() - startedAt)}`);

/** Control: with a file that can't be loaded, each kind of test must fail. Otherwise mutations don't reach the tests. */
for (const isStore of [false, true]) {
	const [control] = sample.flatMap(({ file }) => {
		const test = testsOf(file).find((name) => name.endsWith('.store.test.ts') === isStore);
		return test ? [{ file, test }] : [];
	});
	if (!control) continue;
	const change = { file: join(root, control.file), text: "throw new Error('a control');" };
	const { killedBy } = await judge.try({ change, tests: [control.test] });
	if (killedBy !== null) continue;
	judge.close();
	console.error(`${control.test} passes although ${control.file} can't be loaded: mutations don't reach the tests`);
	process.exit(1);
}

const survivors: Mutant[] = [];
const equivalents: Mutant[] = [];
let [killedCount, timeoutCount] = [0, 0];
for (const mutant of sample) {
	if (reasonOf(mutant)) {
		equivalents.push(mutant);
		continue;
	}
	const tests = testsOf(mutant.file).sort((a, b) => isSlow(a) - isSlow(b));
	const longestMs = Math.max(0, ...tests.map((test) => testDurations.get(test) ?? 0));
	const { killedBy } = await judge.try({ change: { file: join(root, mutant.file), text: mutant.text }, tests }, longestMs);
	if (killedBy === null) {
		survivors.push(mutant);
		console.log(`survived ${describeMutant(mutant)}`);
		continue;
	}
	killedCount++;
	if (killedBy === 'hangs') timeoutCount++;
}
judge.close();
mkdirSync(dirname(survivorsFile), { recursive: true });
writeFileSync(survivorsFile, JSON.stringify(survivors.map(keyOf)));

for (const mutant of equivalents) console.log(`equivalent ${describeMutant(mutant)}\n    ${reasonOf(mutant)}`);
const attempted = killedCount + survivors.length;
console.log(
	`${folder}, seed ${seed}: killed ${killedCount} of ${attempted} (${((100 * killedCount) / attempted).toFixed(1)} %), ${timeoutCount} of them by timeout; ` +
		`${survivors.length} survived; ${equivalents.length} more are equivalent; ${formatSeconds(performance.now() - startedAt)}`,
);

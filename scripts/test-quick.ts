/**
 * `npm run test:quick [-- ref]`: checks the types and runs the unit tests, and those tests with databases or a browser that are in folders changed
 * since a commit. Default: the last commit. For quick feedback between edits; it doesn't replace `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM } from '../e2e/chromium.ts';
import { deleteReports, readReport, relativeName, startTool, VITEST_REPORT } from './test/runners.ts';
import { closingLines, crashedTally, type Tally, type VitestReport, vitestTally } from './test/tally.ts';
import { findTestsNearChanges } from './test/tests-near-changes.ts';

const root = join(import.meta.dirname, '..');

function git(...args: string[]): string[] {
	const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
	if (status !== 0) console.error(`git ${args[0]} failed; couldn't choose tests by what changed.`);
	return stdout.split('\n').filter(Boolean);
}

async function runVitest(...args: string[]): Promise<Tally> {
	deleteReports(VITEST_REPORT);
	await startTool('vitest/vitest.mjs', ['run', ...args]);
	const report = readReport<VitestReport>(VITEST_REPORT);
	return report ? vitestTally(report, relativeName) : crashedTally('vitest');
}

const ref = process.argv.slice(2).find((argument) => argument !== '--') ?? 'HEAD';
const changedFiles = [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')];
const stores = findTestsNearChanges(changedFiles, globSync('packages/*/src/**/*.store.test.ts', { cwd: root }));
const pages = findTestsNearChanges(changedFiles, globSync('packages/web/src/**/*.test.tsx', { cwd: root }));

const units = runVitest('--project', 'unit');
const typesPass = (await startTool('typescript/bin/tsc', ['-b'], { holdOutputUntil: units })) === 0;
const tallies = [await units];
if (stores.length > 0) tallies.push(await runVitest('--project', 'stores', ...stores));
if (pages.length > 0 && existsSync(CHROMIUM)) tallies.push(await runVitest('--project', 'pages', ...pages));

for (const line of closingLines(tallies)) console.log(line);
if (!typesPass) console.log('Type check failed; see above.');
process.exit(typesPass && tallies.every(({ failed }) => failed === 0) ? 0 : 1);

/**
 * A process that keeps one Vitest warm and tries mutants in it, one after another: it receives a Trial and answers with a Verdict. A mutant replaces
 * its file in memory; the checkout is never changed. Property tests use a fixed seed, so that a repeated trial has the same result.
 */
import { dirname, join, resolve } from 'node:path';
import { loadConfigFromFile } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';

export interface Trial {
	/** The absolute path of the changed file, and its text; null runs the tests unchanged. */
	change: { file: string; text: string } | null;
	/** Absolute paths of test files, in order. */
	tests: string[];
}

export interface Verdict {
	/** The first failed test, or an error outside of any. */
	killedBy: string | null;
	/** Milliseconds of each test file that ran. */
	durations: [test: string, ms: number][];
}

let change: Trial['change'] = null;
let testOrder: string[] = [];
/** Test modules that ran in this trial, by path. Vitest keeps earlier results of skipped modules, so its own list is not enough. */
const endedModules = new Map<string, TestModule>();

/** Does nothing once the judge has exited. */
function notify(message: Verdict | 'alive' | 'ready'): void {
	if (process.connected) process.send?.(message);
}

class RequestedOrder extends BaseSequencer {
	override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
		return specifications.toSorted((a, b) => testOrder.indexOf(a.moduleId) - testOrder.indexOf(b.moduleId));
	}
}

const overlay = {
	name: 'mutant',
	enforce: 'pre' as const,
	load: (id: string): string | undefined => (change && id.split('?')[0] === change.file ? change.text : undefined),
};

/** Milliseconds until an assertion about a page counts as failed; most killed mutants wait for it. */
const PAGE_TIMEOUT_MS = 10_000;

type Projects = NonNullable<NonNullable<ViteUserConfig['test']>['projects']>;
type Project = Extract<Projects[number], { test?: unknown }>;

const config = await loadConfig('vitest.config.ts');
const projects = (await Promise.all((config.test?.projects ?? []).map(prepareProject))).filter((project) => project !== null);

async function loadConfig(file: string): Promise<ViteUserConfig> {
	return (await loadConfigFromFile({ command: 'serve', mode: 'test' }, file))?.config ?? {};
}

/** Adds the overlay to a project. Null for type tests: they are compiled, not run, so nothing can be changed in memory. */
async function prepareProject(project: Projects[number]): Promise<Project | null> {
	if (typeof project === 'string') return await preparePagesProject(project);
	if (!('test' in project) || project.test?.typecheck?.only) return null;
	return {
		...project,
		plugins: [overlay],
		test: {
			...project.test,
			maxWorkers: 1,
			// Plugins cannot change modules that Node loads itself.
			experimental: { viteModuleRunner: true },
			fsModuleCache: false,
			setupFiles: [new URL('./fixed-random.ts', import.meta.url).pathname],
		},
	};
}

/** Adds the overlay to the project of rendered pages, which has its own configuration file. */
async function preparePagesProject(file: string): Promise<Project> {
	const { test, plugins = [], cacheDir = '', ...rest } = await loadConfig(file);
	const root = dirname(resolve(file));
	return {
		...rest,
		root,
		cacheDir: join(root, cacheDir),
		plugins: [overlay, ...plugins],
		test: { ...test, root, expect: { poll: { timeout: PAGE_TIMEOUT_MS } } },
	} as Project;
}

const reporter: Reporter = {
	onTestCaseResult: () => notify('alive'),
	onTestModuleEnd: (module) => {
		endedModules.set(module.moduleId, module);
	},
};

const vitest = await createVitest(
	// `watch` keeps modules loaded between runs; nothing is watched.
	{ config: false, watch: true, bail: 1, maxWorkers: 1, reporters: [reporter] },
	{ cacheDir: config.cacheDir as string, server: { watch: null }, test: { projects, sequence: { sequencer: RequestedOrder } } },
);
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

async function runTrial({ change: requestedChange, tests }: Trial): Promise<Verdict> {
	change = requestedChange;
	testOrder = tests;
	endedModules.clear();
	if (requestedChange) vitest.invalidateFile(requestedChange.file);
	const { unhandledErrors } = await vitest.runTestSpecifications(specifications.filter(({ moduleId }) => tests.includes(moduleId)));
	// Otherwise work that a failure interrupted would end during the next trial.
	await vitest.waitForTestRunEnd();
	change = null;
	if (requestedChange) vitest.invalidateFile(requestedChange.file);
	const ranModules = [...endedModules.values()].filter(({ moduleId }) => tests.includes(moduleId));
	const failed = ranModules.find((module) => module.state() === 'failed');
	const test = failed && [...failed.children.allTests('failed')][0]?.fullName;
	if (!failed && unhandledErrors.length === 0 && ranModules.length !== tests.length)
		throw new Error(`${ranModules.length} of ${tests.length} test files were run`);
	return {
		killedBy: failed ? (test ?? failed.relativeModuleId) : unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null,
		durations: ranModules.filter((module) => module.state() === 'passed').map((module) => [module.moduleId, module.diagnostic().duration]),
	};
}

process.on('message', async (trial: Trial) => notify(await runTrial(trial)));
process.on('disconnect', () => vitest.close().then(() => process.exit()));
notify('ready');

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBuiltPages } from '../weight/built-pages.ts';
import { createProject } from './testing/fixture-project.ts';
import { checkWeights } from './weight.ts';

const MANIFEST = `export const tsrStartManifest = () => ({ routes: {
	__root__: { children: ['/', '/reports'], css: ['/assets/shell.css'], preloads: ['/assets/shell.js'] },
	'/': { css: ['/assets/list.css'], preloads: ['/assets/landing.js', '/assets/list.js'] },
	'/reports': { children: ['/reports/$report'] },
	'/reports/$report': { css: ['/assets/list.css'], preloads: ['/assets/shell.js', '/assets/list.js', '/assets/chart.js'] },
} });`;

/** A built application of two pages, in which every file has 100 bytes. */
const built = {
	'server/assets/_tanstack-start-manifest_v-x.js': MANIFEST,
	'chunks.json': JSON.stringify({
		'/assets/shell.js': { modules: ['a.ts', 'b.ts'], sheets: [], needs: ['/assets/shell.js'] },
		'/assets/list.js': { modules: ['list.ts'], sheets: [], needs: ['/assets/list.js', '/assets/shell.js'] },
		'/assets/chart.js': { modules: ['charts/price.ts'], sheets: [], needs: ['/assets/chart.js'] },
		'/assets/workspace.js': {
			modules: ['workspace.ts'],
			sheets: ['/assets/workspace.css'],
			needs: ['/assets/workspace.js', '/assets/list.js', '/assets/rows.js'],
		},
		'/assets/rows.js': { modules: ['rows.ts'], sheets: ['/assets/rows.css'], needs: ['/assets/rows.js'] },
	}),
	...Object.fromEntries(
		['shell.css', 'list.css', 'workspace.css', 'rows.css', 'shell.js', 'landing.js', 'list.js', 'chart.js', 'workspace.js', 'rows.js'].map(
			(name) => [`client/assets/${name}`, 'x'.repeat(100)],
		),
	),
};
const ENOUGH = { scripts: 300, files: 3, sheets: 2 };

async function weighed(
	texts: Readonly<Record<string, string>>,
	budgets: Parameters<typeof checkWeights>[1],
	kept: Parameters<typeof checkWeights>[2] = [],
	{ atOnce = {}, everywhere = [] }: Parameters<typeof readBuiltPages>[1] = {},
): Promise<string[]> {
	using project = createProject(texts);
	return checkWeights(await readBuiltPages(project.root, { atOnce, everywhere }), budgets, kept);
}

describe('check: weight', () => {
	it('passes pages within their budgets', async () => {
		expect(await weighed(built, { '*': ENOUGH }, [{ modules: /^charts\//, pages: /^\/reports/ }])).toEqual([]);
	});

	it('counts the bytes sent: compressed where a compressed copy exists', async () => {
		using project = createProject({ ...built, 'client/assets/list.js.gz': gzipSync('x'.repeat(100)).toString('latin1') });
		const [landing] = await readBuiltPages(project.root, { atOnce: {}, everywhere: [] });
		expect(landing?.scripts.find(({ url }) => url === '/assets/list.js')?.bytes).toBeLessThan(50);
		expect(landing?.scripts.find(({ url }) => url === '/assets/shell.js')?.bytes).toBe(100);
	});

	it('fails on bytes, files and sheets above the budget', async () => {
		expect(await weighed(built, { '/': { scripts: 299, files: 2, sheets: 1 }, '*': ENOUGH })).toEqual([
			'/: 0.3 kB of scripts, at most 0.3 kB',
			'/: 3 script files, at most 2',
			'/: 2 style sheets, at most 1',
		]);
	});

	it('fails on a module that a page loads before it is needed', async () => {
		expect(await weighed(built, { '*': ENOUGH }, [{ modules: /^charts\//, pages: /^$/ }])).toEqual([
			'/reports/$report: loads charts/price.ts before it is needed',
		]);
	});

	it('weighs a page with what some of its readers load at once, and what that cannot run without', async () => {
		const workspace = { '/': { readers: 'traders', module: 'workspace.ts' } };
		expect(await weighed(built, { '*': ENOUGH }, [], { atOnce: workspace })).toEqual([
			'/ for traders: 0.5 kB of scripts, at most 0.3 kB',
			'/ for traders: 5 script files, at most 3',
			'/ for traders: 4 style sheets, at most 2',
		]);
		const gone = { '/': { readers: 'traders', module: 'gone.ts' } };
		await expect(weighed(built, { '*': ENOUGH }, [], { atOnce: gone })).rejects.toThrow('gone.ts');
	});

	it('counts files outside the application towards each page', async () => {
		const beside = { ...built, 'client/beside.js': 'x'.repeat(100) };
		expect(await weighed(beside, { '*': ENOUGH }, [], { everywhere: ['/beside.js'] })).toEqual([
			'/: 0.4 kB of scripts, at most 0.3 kB',
			'/: 4 script files, at most 3',
			'/reports/$report: 0.4 kB of scripts, at most 0.3 kB',
			'/reports/$report: 4 script files, at most 3',
		]);
	});

	it('fails on a page without a budget, and on a budget without a page', async () => {
		expect(await weighed(built, { '/': ENOUGH, '/gone': ENOUGH })).toEqual([
			'scripts/weight/budget.ts: there is no page /gone',
			'/reports/$report: no budget',
		]);
	});

	it('has a budget for every page that is built', () => {
		expect(checkWeights([{ page: '/new', scripts: [], sheets: [], modules: [] }]).filter((line) => line.startsWith('/new'))).toEqual([]);
	});
});

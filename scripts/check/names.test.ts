import { describe, expect, it } from 'vitest';
import { checkNames } from './names.ts';
import { problemsIn } from './testing/fixture-project.ts';

describe('check: names', () => {
	it('passes words of the calls in the contract, and where a call is named', () => {
		const project = {
			'packages/contract/src/a.ts': 'export const sectorCharts = 1;',
			'packages/web/src/a.ts': 'const list = api.signals.sectorCharts({});',
			'packages/server/src/market/life/a.ts': 'export const market = 1;',
			'packages/web/src/features/signals/market.ts': '',
		};
		expect(problemsIn(project, checkNames)).toEqual([]);
	});

	it.each([
		['export type SectorCharts = 1;', 'SectorCharts: outside of calls, use a list of the workspace or of visitors'],
		['const firstRankedList = 1;', 'firstRankedList: outside of calls, use a list of the workspace or of visitors'],
		['export function readBlackList() {}', 'readBlackList: outside of calls, use freezing, frozen'],
	])('fails where a name outside the contract has the word of a call: %s', (text, problem) => {
		expect(problemsIn({ 'packages/server/src/a.ts': text }, checkNames)).toEqual([`packages/server/src/a.ts: ${problem}`]);
	});

	it.each([
		['packages/domain/src/market/bar.ts', 'market'],
		['packages/web/src/features/search/a.ts', 'search'],
		['packages/contract/src/workspace/a.ts', 'workspace'],
	])('fails on a folder whose name means something else: %s', (file, name) => {
		expect(problemsIn({ [file]: '' }, checkNames)).toEqual([`${file}: a folder '${name}' means something else, see docs/glossary.md`]);
	});
});

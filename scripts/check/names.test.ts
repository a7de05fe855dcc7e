import { describe, expect, it } from 'vitest';
import { brokenNames } from './names.ts';
import { said } from './testing/house.ts';

describe('the gate for names', () => {
	it('passes words of the calls in the contract, and where a call is named', () => {
		const house = {
			'packages/contract/src/a.ts': 'export const sectorCharts = 1;',
			'packages/web/src/a.ts': 'const list = api.signals.sectorCharts({});',
			'packages/server/src/market/life/a.ts': 'export const market = 1;',
			'packages/web/src/features/signals/market.ts': '',
		};
		expect(said(house, brokenNames)).toEqual([]);
	});

	it.each([
		['export type SectorCharts = 1;', 'SectorCharts: outside the calls it is a list, of the desk or of visitors'],
		['const firstRankedList = 1;', 'firstRankedList: outside the calls it is a list, of the desk or of visitors'],
		['export function readBlackList() {}', 'readBlackList: outside the calls it is freezing, frozen'],
	])('fails where a name outside the contract has the word of a call: %s', (text, problem) => {
		expect(said({ 'packages/server/src/a.ts': text }, brokenNames)).toEqual([`packages/server/src/a.ts: ${problem}`]);
	});

	it.each([
		['packages/domain/src/market/bar.ts', 'market'],
		['packages/web/src/features/search/a.ts', 'search'],
		['packages/contract/src/desk/a.ts', 'desk'],
	])('fails on a folder whose name means something else: %s', (file, name) => {
		expect(said({ [file]: '' }, brokenNames)).toEqual([`${file}: a folder '${name}' means something else, see docs/glossary.md`]);
	});
});

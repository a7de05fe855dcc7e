import { describe, expect, it } from 'vitest';
import type { ReportTime } from '../time/units.ts';
import { formatListMailContent } from './list-mail-content.ts';

const report = Date.parse('2026-06-30T14:00:00Z') as ReportTime;
const list = { name: 'Heavy openings', report, total: 3, rows: [{ symbol: 'DELAR', rate: 96 }] };

describe('the mail of a list', () => {
	it('ranks its tickers, and leads to that report', () => {
		const { text, link } = formatListMailContent({ ...list, mail: { filterId: null, tab: 'free', filter: null } });
		expect(text.split('\n\n').slice(1)).toEqual(['1. DELAR, rate 96', 'and 2 more']);
		expect(link).toBe('/main?tabType=free&report=2026-06-30T14%3A00%3A00Z');
	});

	it('leads to a filter on its timeframes and in its direction', () => {
		const linkOf = (operation: 'long' | null) =>
			formatListMailContent({ ...list, mail: { filterId: 7, tab: 'free', filter: { strategy: 'second', operation } } }).link;
		expect(linkOf('long')).toBe('/main?tabType=free&filterId=7&strategyTimeframe=second&operation=long&report=2026-06-30T14%3A00%3A00Z');
		expect(linkOf(null)).not.toContain('operation');
	});
});

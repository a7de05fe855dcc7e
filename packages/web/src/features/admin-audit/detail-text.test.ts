import { describe, expect, it } from 'vitest';
import { adminWords } from '../../entities/administration/words.ts';
import { detailText } from './detail-text.ts';

describe('what changed, in the audit log', () => {
	it.each([
		[{}, ''],
		[{ license: ['premium', 'pro'], role: ['user', 'admin'] }, 'license: premium → pro, role: user → admin'],
		[{ until: [null, '2026-07-01'] }, `until: ${adminWords.none} → 07/01/2026`],
		[{ tickers: [4, 5, 6], job: 'abc' }, 'tickers: 4; 5; 6, job: abc'],
		[{ closures: [[], [{ date: '2026-06-30', reason: 'storm' }]] }, `closures: ${adminWords.none} → date 06/30/2026, reason storm`],
		[{ options: { zone: 'utc', interval: 15 } }, 'options: zone utc, interval 15'],
		[{ kept: false, rows: 0 }, 'kept: false, rows: 0'],
	])('%j is shown as %j', (detail, text) => {
		expect(detailText(detail)).toBe(text);
	});
});

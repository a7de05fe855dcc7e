import { publicPage } from '@sw/domain/prices/public-pages';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PublicTableAnswer } from '../../lib/api/types.ts';
import { PublicPageBody } from './public-page.tsx';

function pageAt(path: string, over: Partial<PublicTableAnswer> = {}): string {
	const page = publicPage(path);
	if (!page) throw new RangeError(path);
	const { category, interval } = page.tables[0];
	const table: PublicTableAnswer = {
		category,
		interval,
		from: null,
		time: null,
		simulated: true,
		provider: 'Simulated market',
		shown: true,
		usual_sessions: 20,
		report: null,
		total_count: 0,
		items: [],
		...over,
	};
	return renderToStaticMarkup(<PublicPageBody page={page} tables={[table]} relatedPages={[]} />);
}

describe('a public page of unusual volume outside regular hours', () => {
	it.each(['/stock-unusual-volume/premarket', '/stock-unusual-volume/after-hours'])('%s says what it compares with', (path) => {
		expect(pageAt(path)).toContain('relative to the median of the same minutes in the last 20 sessions');
	});

	it('says that it knows too few sessions, and not so when it knows enough', () => {
		const few = 'Extended-hours data available: 9 sessions';
		expect(pageAt('/stock-unusual-volume/premarket', { usual_sessions: 9 })).toContain(few);
		expect(pageAt('/stock-unusual-volume/premarket', { usual_sessions: 10 })).toContain('traded in this interval');
		expect(pageAt('/stock-unusual-volume/hourly', { usual_sessions: 9 })).not.toContain(few);
		expect(pageAt('/premarket-movers', { usual_sessions: 9 })).not.toContain(few);
		expect(pageAt('/stock-unusual-volume/premarket', { shown: false, usual_sessions: 0 })).toContain('can’t be shown publicly');
	});
});

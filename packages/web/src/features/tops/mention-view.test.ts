import { PRIOR_MENTIONS } from '@sw/domain/attention/measure';
import { describe, expect, it } from 'vitest';
import { createLeaders, createUrgentMentions } from '../../testing/mentions.ts';
import { createLeadersView, createUrgentView } from './mention-view.ts';

describe('tables of mentions', () => {
	it('say what the day comes to with its error, beside the ticker’s own mean, and who counted', () => {
		const { rows, note } = createLeadersView(createLeaders(), new Map());
		expect(rows[0]).toMatchObject({
			mentions: '≈ 412 ± 38',
			authors: '87',
			usual: '96',
			excess: { text: '+329.00%', direction: 'up' },
			closes: [],
		});
		expect(note).toContain('53.0 % of a usual day');
		expect(note).toContain(`ranked by increase with ${PRIOR_MENTIONS} added to both sides`);
		expect(note).toContain('Twitter: no data source; Reddit, simulated, 45 min old.');
	});

	it('never write an unknown number as none', () => {
		const [row] = createLeaders().items as [ReturnType<typeof createLeaders>['items'][number]];
		const unknown = createLeaders({
			share: null,
			items: [{ ...row, mentions: null, error: null, authors: null, mean: null, change: null }],
		});
		const { rows, note } = createLeadersView(unknown, new Map());
		expect(rows[0]).toMatchObject({ mentions: 'n/a', authors: 'n/a', usual: 'n/a', excess: { text: 'n/a', direction: 'flat' } });
		expect(note).toContain('Too few days to project');
	});

	it('say of the urgent how many would be so by chance, and how many were before', () => {
		const { rows, note } = createUrgentView(createUrgentMentions(), new Map());
		expect(rows[0]).toMatchObject({ mentions: '60', authors: '12', usual: '41', excess: { text: '1.4×' } });
		expect(note).toContain('7 of 1,150 are above their own 99.5th percentile; 5.8 would be expected by chance.');
		expect(note).toContain('Same hour on 30 earlier days: 6.1 on average, at most 19.');
		expect(createUrgentView(createUrgentMentions({ usual: null }), new Map()).note).not.toContain('earlier days');
	});
});

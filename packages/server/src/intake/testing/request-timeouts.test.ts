import { describe, expect, it } from 'vitest';
import { createRequestTimeouts } from './request-timeouts.ts';

describe('timeouts of requests', () => {
	it('end once all that will be answered has been', () => {
		const timeouts = createRequestTimeouts();
		const ended: string[] = [];
		timeouts.wait(() => ended.push('silent'));
		const answered = timeouts.wait(() => ended.push('answered'));
		timeouts.leaveUnanswered();
		expect(ended).toEqual([]);
		answered();
		expect(ended).toEqual(['silent']);
		answered();
		timeouts.wait(() => ended.push('later'))();
		expect(ended).toEqual(['silent']);
	});

	it('end at once when nothing else is asked', () => {
		const timeouts = createRequestTimeouts();
		const ended: string[] = [];
		timeouts.wait(() => ended.push('silent'));
		timeouts.leaveUnanswered();
		expect(ended).toEqual(['silent']);
	});
});

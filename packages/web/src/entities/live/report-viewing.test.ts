import { HOUR, MINUTE, SECOND } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createViewingTracker } from './report-viewing.ts';

function page() {
	const state = { now: 5 * HOUR, visible: true, notified: 0 };
	const look = createViewingTracker({ now: () => state.now, isVisible: () => state.visible, notify: () => state.notified++ });
	const minutes = (n: number): void => {
		for (let i = 0; i < n; i++) {
			state.now += MINUTE;
			look.check();
		}
	};
	return { state, look, minutes };
}

it('says once a minute that a visible page is looked at, not more often however much is touched', () => {
	const { state, look, minutes } = page();
	look.touch();
	expect(state.notified).toBe(0);
	minutes(3);
	expect(state.notified).toBe(3);
	for (let i = 0; i < 20; i++) {
		state.now += SECOND;
		look.touch();
	}
	expect(state.notified).toBe(3);
});

it('says nothing of a hidden page, and at once when it is shown again', () => {
	const { state, look, minutes } = page();
	state.visible = false;
	minutes(10);
	expect(state.notified).toBe(0);
	state.visible = true;
	look.check();
	expect(state.notified).toBe(1);
});

it('says nothing after an hour without a touch, and at once with the next', () => {
	const { state, look, minutes } = page();
	minutes(59);
	expect(state.notified).toBe(59);
	minutes(30);
	expect(state.notified).toBe(59);
	look.touch();
	expect(state.notified).toBe(60);
});

import { describe, expect, it } from 'vitest';
import { isPress } from './presses.ts';

const down = { id: 1, x: 100, y: 100 };

function up(pointerType: string, more: Partial<Parameters<typeof isPress>[1]> = {}) {
	return {
		pointerId: 1,
		pointerType,
		clientX: 100,
		clientY: 100,
		...more,
	};
}

describe('a press', () => {
	it('is where it went down, but a finger slips further than a mouse', () => {
		expect(isPress(down, up('mouse'))).toBe(true);
		expect(isPress(down, up('mouse', { clientX: 109 }))).toBe(false);
		expect(isPress(down, up('touch', { clientX: 109 }))).toBe(true);
		expect(isPress(down, up('touch', { clientY: 130 }))).toBe(false);
	});

	it('is of one pointer', () => {
		expect(isPress(down, up('touch', { pointerId: 2 }))).toBe(false);
		expect(isPress(undefined, up('mouse'))).toBe(false);
	});
});

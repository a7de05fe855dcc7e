import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { useLongPress } from './use-long-press.ts';

const act = vi.fn();
const click = vi.fn();

function Card() {
	return (
		<article {...useLongPress(act)}>
			<button type="button" onClick={click}>
				AMD
			</button>
		</article>
	);
}

function card() {
	return page.getByText('AMD').element();
}

function finger(type: string, x = 20, y = 20): void {
	card().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: x, clientY: y }));
}

beforeEach(async () => {
	vi.clearAllMocks();
	await page.viewport(390, 844);
	await show(<Card />);
	await expect.element(page.getByText('AMD')).toBeVisible();
	vi.useFakeTimers();
	return async () => {
		vi.useRealTimers();
		await page.viewport(1280, 900);
	};
});

describe('a long press', () => {
	it('acts while the finger still rests, and the click that ends it counts for nothing', () => {
		finger('pointerdown');
		vi.advanceTimersByTime(549);
		expect(act).not.toHaveBeenCalled();
		vi.advanceTimersByTime(1);
		expect(act).toHaveBeenCalledOnce();
		finger('pointerup');
		(card() as HTMLElement).click();
		expect(click).not.toHaveBeenCalled();
		(card() as HTMLElement).click();
		expect(click).toHaveBeenCalledOnce();
	});

	it('is none when the finger strays, as it does to scroll', () => {
		finger('pointerdown');
		finger('pointermove', 20, 32);
		vi.advanceTimersByTime(1_000);
		expect(act).not.toHaveBeenCalled();
	});

	it.each([
		['leaves early', 0],
		// A long task of the page ends: the timer fires first, then the pointer event that waited behind the task.
		['had left before the page could notice', 500],
	])('is none when the finger %s', (_, ms) => {
		finger('pointerdown');
		vi.advanceTimersByTime(ms);
		finger('pointerup');
		vi.advanceTimersByTime(1_000);
		(card() as HTMLElement).click();
		expect(act).not.toHaveBeenCalled();
		expect(click).toHaveBeenCalledOnce();
	});

	it("acts once where the browser's own menu would open too", () => {
		finger('pointerdown');
		vi.advanceTimersByTime(550);
		const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
		card().dispatchEvent(menu);
		expect(menu.defaultPrevented).toBe(true);
		expect(act).toHaveBeenCalledOnce();
	});
});

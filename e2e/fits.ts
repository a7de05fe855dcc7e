import { expect, type Page } from '@playwright/test';
import { hiddenEdges, smallTargets, violationsOf } from './accessibility-rules.ts';
import { sidewaysScroll } from './open-screen.ts';

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** CSS pixels that a finger needs. */
export const FINGERTIP = 44;

/** Both widths and themes: nothing overflows, targets are large enough, no accessibility violations. */
export async function fits(page: Page): Promise<void> {
	for (const size of [PHONE, WIDE]) {
		await page.setViewportSize(size);
		for (const colorScheme of ['dark', 'light'] as const) {
			await page.emulateMedia({ colorScheme });
			expect(await violationsOf(page)).toEqual([]);
		}
		expect(await sidewaysScroll(page)).toBe(0);
		expect(await hiddenEdges(page)).toEqual([]);
		if (size === PHONE) expect(await smallTargets(page, FINGERTIP)).toEqual([]);
	}
	await page.emulateMedia({ colorScheme: null });
}

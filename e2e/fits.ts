import { expect, type Page } from '@playwright/test';
import { findSmallTargets, findUnmarkedScrollers, findViolations } from './accessibility-rules.ts';
import { measureSidewaysScroll } from './open-screen.ts';

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** CSS pixels that a finger needs. */
export const FINGERTIP_PX = 44;

/** Expects that in both widths and themes nothing overflows, targets are large enough, and no accessibility rule is violated. */
export async function expectFits(page: Page): Promise<void> {
	for (const size of [PHONE, WIDE]) {
		await page.setViewportSize(size);
		for (const colorScheme of ['dark', 'light'] as const) {
			await page.emulateMedia({ colorScheme });
			expect(await findViolations(page)).toEqual([]);
		}
		expect(await measureSidewaysScroll(page)).toBe(0);
		expect(await findUnmarkedScrollers(page)).toEqual([]);
		if (size === PHONE) expect(await findSmallTargets(page, FINGERTIP_PX)).toEqual([]);
	}
	await page.emulateMedia({ colorScheme: null });
}

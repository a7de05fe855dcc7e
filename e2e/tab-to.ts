import type { Locator, Page } from '@playwright/test';

const FARTHEST = 150;
const AT_ONCE = 10;

/** Presses Tab (or Shift+Tab) until the element has the focus; then further presses have no effect, so they needn't be checked one by one. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
	await wanted.waitFor();
	const reached = await wanted.evaluateHandle((element) => {
		const stay = (event: KeyboardEvent): void => {
			if (event.key === 'Tab' && document.activeElement === element) event.preventDefault();
		};
		document.addEventListener('keydown', stay, true);
		return {
			check: () => document.activeElement === element,
			leave: () => document.removeEventListener('keydown', stay, true),
		};
	});
	for (let pressed = 0; !(await reached.evaluate(({ check }) => check())); pressed += AT_ONCE) {
		if (pressed >= FARTHEST) throw new Error(`${FARTHEST} times ${key} did not lead to ${wanted}`);
		for (let i = 0; i < AT_ONCE; i++) await page.keyboard.press(key);
	}
	await reached.evaluate(({ leave }) => leave());
}

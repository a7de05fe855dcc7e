import type { Locator, Page } from '@playwright/test';

const MAX_PRESSES = 150;
const PRESSES_PER_CHECK = 10;

/** Presses Tab (or Shift+Tab) until the element has the focus; then further presses have no effect, so they needn't be checked one by one. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
	await target.waitFor();
	const focusTrap = await target.evaluateHandle((element) => {
		const keepFocus = (event: KeyboardEvent): void => {
			if (event.key === 'Tab' && document.activeElement === element) event.preventDefault();
		};
		document.addEventListener('keydown', keepFocus, true);
		return {
			hasFocus: () => document.activeElement === element,
			release: () => document.removeEventListener('keydown', keepFocus, true),
		};
	});
	for (let pressCount = 0; !(await focusTrap.evaluate(({ hasFocus }) => hasFocus())); pressCount += PRESSES_PER_CHECK) {
		if (pressCount >= MAX_PRESSES) throw new Error(`${MAX_PRESSES} times ${key} did not lead to ${target}`);
		for (let i = 0; i < PRESSES_PER_CHECK; i++) await page.keyboard.press(key);
	}
	await focusTrap.evaluate(({ release }) => release());
}

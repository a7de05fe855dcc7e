import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { PaletteSwitch } from './footer.tsx';
import { ThemeToggle } from './header.tsx';
import { KeysDialog } from './keys-dialog.tsx';

const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

function ground(): string {
	return getComputedStyle(document.body).backgroundColor;
}

describe('the list of keys', () => {
	it("opens by '?' and closes by its button or Escape", async () => {
		await show(<KeysDialog />);
		await userEvent.keyboard('?');
		await expect.element(keys).toBeVisible();
		await keys.getByRole('button').click();
		await expect.element(keys).not.toBeInTheDocument();
		await userEvent.keyboard('?');
		await userEvent.keyboard('{Escape}');
		await expect.element(keys).not.toBeInTheDocument();
	});
});

describe('the theme', () => {
	beforeEach(() => {
		document.documentElement.dataset['scheme'] = 'auto';
	});

	it('changes from what is shown to the other at once, and is kept for the next page', async () => {
		await show(<ThemeToggle />);
		const shown = [ground()];
		for (let press = 0; press < 2; press++) {
			await page.getByRole('button').click();
			shown.push(ground());
		}
		expect(new Set(shown).size).toBe(2);
		expect(shown[2]).toBe(shown[0]);
		expect(document.cookie).toContain(`theme=${document.documentElement.dataset['scheme']}`);
	});
});

describe('the palette', () => {
	it('changes at once, and is kept for the next page', async () => {
		await show(<PaletteSwitch />);
		await page.getByRole('radio').nth(2).click();
		expect(document.documentElement.dataset['palette']).toBe('blue-orange');
		expect(document.cookie).toContain('palette=blue-orange');
		await page.getByRole('radio').first().click();
	});
});

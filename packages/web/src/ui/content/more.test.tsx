import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { More } from './more.tsx';

describe('what is too much to stand there at once', () => {
	it('opens by its number', async () => {
		await show(<More label="and 2 more" lines={['Price 30m rose to depth 3', 'Volume 1h fell to depth 0']} />);
		await expect.element(page.getByText('Volume 1h fell to depth 0')).not.toBeVisible();
		await page.getByText('and 2 more').click();
		await expect.element(page.getByText('Volume 1h fell to depth 0')).toBeVisible();
	});
});

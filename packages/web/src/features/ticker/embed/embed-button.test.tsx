import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../testing/page.tsx';
import { EmbedButton } from './embed-button.tsx';

const button = page.getByRole('button', { name: 'Embed' });
const panel = page.getByRole('dialog', { name: 'Embed AB on your site' });

async function open() {
	await show(<EmbedButton id={7} ticker="AB" tab="free" />);
	await button.click();
	await expect.element(panel).toBeVisible();
}

describe('a ticker for other sites', () => {
	it('is written as a frame and as a picture, in the colours that are chosen', async () => {
		await open();
		await panel.getByRole('combobox', { name: 'Colours' }).selectOptions('Dark');
		const query = 'tab_type=free&amp;theme=dark';
		await expect
			.element(panel.getByRole('textbox', { name: /^Card/ }))
			.toHaveValue(
				`<iframe src="${location.origin}/embed/card/7?${query}" width="320" height="400" title="AB on Signalwheel" loading="lazy" style="border:0"></iframe>`,
			);
		await expect
			.element(panel.getByRole('textbox', { name: /^Wheel/ }))
			.toHaveValue(`<img src="${location.origin}/embed/wheel/7.svg?${query}" alt="Signal wheel of AB, by Signalwheel" loading="lazy">`);
	});

	it('is copied by the keyboard, and Escape leads back to its button', async () => {
		const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
		await show(<EmbedButton id={7} ticker="AB" tab="extreme_rise" />);
		await userEvent.keyboard('{Tab}{Enter}');
		const copyCard = panel.getByRole('button', { name: 'Copy Card' });
		await expect.element(copyCard).toBeVisible();
		await userEvent.keyboard('{Tab}{Tab}');
		await expect.element(copyCard).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('Copied.')).toBeVisible();
		expect(write.mock.lastCall?.[0]).toContain('/embed/card/7"');
		await userEvent.keyboard('{Escape}');
		await expect.element(panel).not.toBeInTheDocument();
		await expect.element(button).toHaveFocus();
	});

	it('says that other sites show nothing while no open report has it', async () => {
		await open();
		// No such picture here.
		await expect.element(panel.getByRole('status')).toMatchTextContent(/^No public report includes this ticker yet/);
	});
});

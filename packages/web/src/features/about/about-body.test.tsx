import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { AboutBody, type ShownCard } from './about-body.tsx';
import { EXAMPLE } from './example.ts';

const CARD: ShownCard = {
	...EXAMPLE,
	sentence: 'AVLN, candidate to fall back, rate 92: Rose on 1h: depth 4 of 5.',
	id: 7,
	ticker: 'AVLN',
	cap: '$2.1B',
	clock: '12:00 ET',
	list: 'Extreme rise',
};
const record = <p>Of 4,120 such cases 43 % fell further.</p>;

describe('the page about the service', () => {
	it('explains the wheel of a real card, and says what happened after such cards', async () => {
		await show(<AboutBody card={CARD} evidence={record} failedParts="" />);
		await expect.element(page.getByRole('link', { name: 'AVLN' })).toHaveAttribute('href', '/ticker/7?fromLanding=true');
		await expect.element(page.getByText('a card from the 12:00 ET report')).toBeVisible();
		await expect.element(page.getByText('For the “Extreme rise” list, updated after each session:')).toBeVisible();
		await expect.element(page.getByText('Of 4,120 such cases 43 % fell further.')).toBeVisible();
		await expect.element(page.getByText('an example, not a ticker')).not.toBeInTheDocument();
	});

	it('where no report has a card shows an example that is no ticker, of which nothing was counted', async () => {
		await show(<AboutBody card={undefined} evidence={record} failedParts="" />);
		await expect.element(page.getByText('an example, not a ticker')).toBeVisible();
		await expect.element(page.getByText(EXAMPLE.sentence)).toBeVisible();
		expect(document.querySelectorAll('[role="graphics-symbol"]')).toHaveLength(20);
		await expect.element(page.getByText(/such cases|similar cases/)).not.toBeInTheDocument();
		await expect.element(page.getByRole('link', { name: /ticker|Example/ })).not.toBeInTheDocument();
	});

	it('says that the report could not be read, and the words stay', async () => {
		await show(<AboutBody card={undefined} evidence={null} failedParts="503 The market is away" />);
		await expect.element(page.getByRole('status')).toHaveTextContent('Couldn’t load the current report: 503 The market is away.');
		for (const title of ['What a report is', 'What a candidate is', 'What the rate means', 'What a hit rate is'])
			await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
	});

	it('has each cell’s sentence in words, too, slice by slice', async () => {
		await show(<AboutBody card={undefined} evidence={null} failedParts="" />);
		await page.getByText('All cells as text').click();
		const sentences = page.getByRole('list', { name: 'Call-heavy' }).getByRole('listitem');
		await expect.element(sentences.nth(2)).toHaveTextContent('Call-heavy on 1h: depth 5 of 5');
		await expect.element(sentences.nth(4)).toHaveTextContent('Call-heavy on 1d: not measurable');
	});
});

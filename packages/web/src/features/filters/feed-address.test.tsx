import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { DeliverySettings } from '../../entities/inbox/delivery-settings.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createDeliverySettings } from '../../testing/delivery.ts';
import { createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { FeedAddress } from './feed-address.tsx';

const CREATED = '2026-06-30T15:45:00Z';
const MADE = { atom: 'https://signals.example/feeds/abc.atom', json: 'https://signals.example/feeds/abc.json', created: CREATED };

async function open(
	addresses: DeliverySettings['addresses'] = [],
	{ notices = true, ...answers }: Answers['inbox'] & { notices?: boolean } = {},
) {
	let stored = addresses;
	const { calls } = await show(<FeedAddress setting={createFilterSetting({ feed: notices })} />, {
		inbox: {
			deliverySettings: () => createDeliverySettings({ addresses: stored }),
			makeFeedAddress: ({ params }) => {
				stored = [{ filter: Number(params.id), created: CREATED }];
				return MADE;
			},
			revokeFeedAddress: () => {
				stored = [];
				return undefined;
			},
			...answers,
		},
	});
	return (call: string) => calls.filter((one) => one.call === `inbox.${call}`).map((one) => one.input);
}

const make = page.getByRole('button', { name: 'Create a feed address for Loud rises' });
const sure = page.getByRole('dialog');

describe('the feed address of a filter', () => {
	it('is made, shown until its owner has kept it, and revoked', async () => {
		const inputsOf = await open();
		await make.click();
		await expect.element(page.getByText(MADE.atom)).toBeVisible();
		await expect.element(page.getByText(MADE.json)).toBeVisible();
		await expect.element(page.getByText('active since 06/30/2026 11:45 ET')).toBeVisible();
		await page.getByRole('button', { name: 'I have saved it' }).click();
		await expect.element(page.getByText(MADE.atom)).not.toBeInTheDocument();
		await page.getByRole('button', { name: 'Revoke feed address of Loud rises' }).click();
		await sure.getByRole('button', { name: 'Cancel' }).click();
		expect(inputsOf('revokeFeedAddress')).toEqual([]);
		await page.getByRole('button', { name: 'Revoke feed address of Loud rises' }).click();
		await sure.getByRole('button', { name: 'Revoke' }).click();
		await expect.element(make).toBeVisible();
		expect(inputsOf('revokeFeedAddress')).toEqual([{ params: { id: 7 }, body: {} }]);
	});

	it('is replaced only after a confirmation', async () => {
		const inputsOf = await open([{ filter: 7, created: CREATED }]);
		await page.getByRole('button', { name: 'New address for the feed of Loud rises' }).click();
		expect(inputsOf('makeFeedAddress')).toEqual([]);
		await sure.getByRole('button', { name: 'Replace address' }).click();
		await expect.element(page.getByText(MADE.json)).toBeVisible();
		expect(inputsOf('makeFeedAddress')).toEqual([{ params: { id: 7 }, body: {} }]);
	});

	it('is not offered while the filter makes no notices; one that it has can be revoked all the same', async () => {
		await open([{ filter: 8, created: CREATED }], { notices: false });
		await expect.element(make).not.toBeInTheDocument();
		await open([{ filter: 7, created: CREATED }], { notices: false });
		await expect.element(page.getByText('no new entries while alerts are off')).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Revoke feed address of Loud rises' })).toBeVisible();
	});

	it("shows that it couldn't be loaded, and is requested again", async () => {
		let away = true;
		await open([], { deliverySettings: () => (away ? rejectCall(503, 'The store is away') : createDeliverySettings({ addresses: [] })) });
		await expect.element(page.getByText('Couldn’t load the feed’s status.')).toBeVisible();
		await expect.element(make).not.toBeInTheDocument();
		away = false;
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect.element(make).toBeVisible();
	});

	it('says why it was not made', async () => {
		await open([], { makeFeedAddress: () => rejectCall(404, 'Filter not found') });
		await make.click();
		await expect.element(page.getByRole('alert')).toMatchTextContent(/Filter not found/);
	});
});
